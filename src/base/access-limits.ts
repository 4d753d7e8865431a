/** Bounds of passwords, of the networks they are typed from, and of the devices that sign in. */
export const accessLimits = {
  passwords: {
    minChars: 8,
    maxChars: 128,
    /** One core is left to everybody else, on a machine that has more than one. */
    hashesAtOnce: 3,
    /** Waiting hashes of unknown devices, and beside them those of devices an account knows. */
    hashesWaiting: 32,
    knownHashesWaiting: 16,
    /** Within a quarter of an hour; many users of one carrier share an address. */
    wrongOfNetwork: 100,
  },
  networks: {
    /** How many times the points of one IPv6 /64 all networks of its /48 have together. */
    widePointsFactor: 4,
  },
  devices: {
    perUser: 20,
    /** After so long without a sign-in a device is forgotten. */
    keptSeconds: 90 * 86_400,
    /** For so long a sign-in without a key is like another one without a key. */
    likeSeconds: 30 * 86_400,
    /** An account younger than this was opened by the device that signs in to it first. */
    firstSeconds: 86_400,
    nameChars: 100,
    agentChars: 300,
  },
  sessions: {
    /** How many of an account's sessions are listed. */
    listed: 100,
  },
} as const
