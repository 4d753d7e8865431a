export const passwordLimits = {
  minChars: 8,
  maxChars: 128,
  /** The cost of Argon2id that OWASP advises. */
  hash: { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 },
  /** One core stays free for other work on machines with more than one. */
  hashesAtOnce: 3,
  /** Bound of waiting hashes for unknown devices; devices that an account knows have their own. */
  hashesWaiting: 32,
  knownHashesWaiting: 16,
  /** Wrong passwords per 15 minutes; many users of one carrier share an address. */
  wrongOfNetwork: 100,
  /** Wrong passwords for one account, within a day from all unknown devices, without a pause. */
  strangerGuesses: 20,
  /** After so many more the pause between two tries doubles, from one second up to the longest. */
  guessesPerPause: 5,
  longestPauseSeconds: 60,
  /** After so many wrong passwords of a day an unknown device must pass a CAPTCHA. */
  guessesBeforeCaptcha: 50,
} as const
