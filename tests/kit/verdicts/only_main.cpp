// Exercise: rms_norm
// Verdict: does not compile
// Says: the file does not define lm::rms_norm as the contract declares it
int main() {}
