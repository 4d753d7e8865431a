/** Bounds of passwords, of client networks and of the devices that users sign in with. */
export const accessLimits = {
  passwords: {
    minChars: 8,
    maxChars: 128,
    /** One core stays free for other work on machines with more than one. */
    hashesAtOnce: 3,
    /**
     * Bound of waiting hashes for unknown devices; devices that an account knows have their own.
     */
    hashesWaiting: 32,
    knownHashesWaiting: 16,
    /** Wrong passwords per 15 minutes; many users of one carrier share an address. */
    wrongOfNetwork: 100,
  },
  networks: {
    /** All networks of an IPv6 /48 share this many times the points of one /64. */
    widePointsFactor: 4,
  },
  devices: {
    perUser: 20,
    /** A device is forgotten after this long without a sign-in. */
    keptSeconds: 90 * 86_400,
    /**
     * How long a device without a key makes later ones with its agent and network count as alike.
     */
    likeSeconds: 30 * 86_400,
    /** The first device of an account younger than this counts as the one that opened it. */
    firstSeconds: 86_400,
    nameChars: 100,
    agentChars: 300,
  },
  sessions: {
    /** Sessions listed per account. */
    listed: 100,
  },
} as const
