export const passwordLimits = {
  minChars: 8,
  maxChars: 128,
  /** One core stays free for other work on machines with more than one. */
  hashesAtOnce: 3,
  /** Bound of waiting hashes for unknown devices; devices that an account knows have their own. */
  hashesWaiting: 32,
  knownHashesWaiting: 16,
  /** Wrong passwords per 15 minutes; many users of one carrier share an address. */
  wrongOfNetwork: 100,
} as const
