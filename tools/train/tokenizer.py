"""The tokenizer of both models: the scheme and the file layout of llama2.c.

A tokenizer is a list of pieces with a score each. The ids:

    0 <unk>   1 <s>   2 </s>   3..258 the bytes <0x00>..<0xFF>   259.. text pieces

Because the bytes are pieces, every prompt can be encoded.
"""

import struct

UNK, BOS, EOS, FIRST_BYTE, FIRST_TEXT = 0, 1, 2, 3, 259
SPECIAL_PIECES = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]


class Tokenizer:
    def __init__(self, pieces, scores):
        assert pieces[:FIRST_TEXT] == SPECIAL_PIECES and len(pieces) == len(scores)
        self.pieces = pieces
        self.scores = scores
        self.ids = {piece: i for i, piece in enumerate(pieces) if i >= FIRST_TEXT}

    def merge(self, text):
        """Splits text into characters and merges the best-scored neighbours until none is left.

        The leftmost of equally good pairs wins. A character without a piece becomes its bytes.
        """
        tokens = []
        for character in text:
            if character in self.ids:
                tokens.append(self.ids[character])
            else:
                tokens += [FIRST_BYTE + byte for byte in character.encode()]
        while True:
            candidates = []
            for i, (left, right) in enumerate(zip(tokens, tokens[1:])):
                merged = self.ids.get(self.pieces[left] + self.pieces[right])
                if merged is not None and min(left, right) >= FIRST_TEXT:
                    candidates.append((self.scores[merged], -i, merged))
            if not candidates:
                return tokens
            _, minus_i, merged = max(candidates)
            tokens[-minus_i : -minus_i + 2] = [merged]

    def encode(self, text):
        """Ids of a prompt, without <s>. One space goes in front of it, as a word's piece wants."""
        return self.merge(" " + text) if text else []

    def decode(self, ids):
        raw = b"".join(
            self.pieces[i].encode() if i >= FIRST_TEXT else bytes([i - FIRST_BYTE])
            for i in ids
            if i > EOS
        )
        return raw.decode("utf-8", "replace").removeprefix(" ")


def write_tokenizer(path, tokenizer):
    """int32 longest piece; then for each piece float32 score, int32 length, the bytes."""
    raw = [piece.encode() for piece in tokenizer.pieces]
    raw[BOS], raw[EOS] = b"\n<s>\n", b"\n</s>\n"  # as llama2.c's own files have them
    with open(path, "wb") as file:
        file.write(struct.pack("<i", max(map(len, raw))))
        for piece, score in zip(raw, tokenizer.scores):
            file.write(struct.pack("<fi", score, len(piece)) + piece)


def read_tokenizer(path, vocab_size):
    with open(path, "rb") as file:
        data = file.read()
    pieces, scores, offset = [], [], 4
    for _ in range(vocab_size):
        score, length = struct.unpack_from("<fi", data, offset)
        offset += 8
        pieces.append(data[offset : offset + length].decode().strip("\n"))
        scores.append(score)
        offset += length
    if offset != len(data):
        raise ValueError(f"{path} holds {len(data)} bytes, {vocab_size} pieces need {offset}")
    return Tokenizer(pieces, scores)
