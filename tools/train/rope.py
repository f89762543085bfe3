"""The frequencies of RoPE, plain and stretched to texts longer than the training length.

`factor` is s = text length / training length. numpy only, in float64.
"""

import math

import numpy as np

METHODS = ("plain", "pi", "ntk", "yarn", "yarn-no-attention-factor")


def frequencies(config, method="plain", factor=1.0, beta_fast=4.0, beta_slow=1.0):
    """(head_dim/2 frequencies, attention factor). cos and sin of both q and k are multiplied by
    the attention factor, so that scores grow by its square.

    pi    position interpolation: every frequency divided by s        Chen et al. 2023
    ntk   the base raised, so that only the slow planes are stretched  bloc97 2023
    yarn  fast planes kept, slow ones divided by s, a ramp between     Peng et al. 2023, section 3

    beta_fast and beta_slow are turns in the training length: a plane that makes more than beta_fast
    is fast, one that makes less than beta_slow is slow. Their usual 32 and 1 suit a context of
    thousands; with 64 positions no plane makes 32 turns, so beta_fast is 4 here. With head_dim 16
    any beta_fast above 3.2 gives the same ramp: plane 0 is kept, 3 and later are divided by s.
    """
    head_dim, base = config["head_dim"], config["rope_theta"]
    training_length = config["max_position_embeddings"]
    if method == "ntk":
        base *= factor ** (head_dim / (head_dim - 2))
    frequency = base ** (-np.arange(0, head_dim, 2) / head_dim)
    if method in ("plain", "ntk") or factor <= 1:
        return frequency, 1.0
    if method == "pi":
        return frequency / factor, 1.0

    def plane_with(turns):
        wavelength = training_length / (2 * math.pi * turns)
        return head_dim * math.log(wavelength) / (2 * math.log(base))

    low = max(math.floor(plane_with(beta_fast)), 0)
    high = min(math.ceil(plane_with(beta_slow)), head_dim - 1)
    plane = np.arange(head_dim // 2)
    slow = np.clip((plane - low) / max(high - low, 0.001), 0, 1)
    attention_factor = 0.1 * math.log(factor) + 1 if method == "yarn" else 1.0
    return frequency * (1 - slow) + frequency / factor * slow, attention_factor


def tables(config, length, method="plain", factor=1.0, **betas):
    """cos and sin, each (length, head_dim/2); angles in float64."""
    frequency, attention_factor = frequencies(config, method, factor, **betas)
    angles = np.outer(np.arange(length), frequency)
    return np.cos(angles) * attention_factor, np.sin(angles) * attention_factor
