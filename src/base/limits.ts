import { accessLimits } from './access-limits.ts'
import { custodyLimits } from './custody-limits.ts'
import { httpLimits } from './http-limits.ts'
import { identityLimits } from './identity-limits.ts'
import { jobLimits } from './job-limits.ts'
import { pageLimits } from './page-limits.ts'
import { paydLimits } from './payd-limits.ts'
import { payxLimits } from './payx-limits.ts'
import { streamLimits } from './stream-limits.ts'
import { tradingLimits } from './trading-limits.ts'
import { venueLimits } from './venue-limits.ts'
import { withdrawalLimits } from './withdrawal-limits.ts'

/** Every bound of the service that is not a setting. Units stand last in each name. */
export const limits = {
  http: httpLimits,
  pages: pageLimits,
  /** Answers of megabytes, from before they are made until they were read. */
  largeAnswers: {
    bytes: 128 * 1024 * 1024,
    /** Of one network; as much as the largest picture has. */
    bytesEach: 32 * 1024 * 1024,
    /** What the smallest counts as, so that there are not too many of those either. */
    leastBytes: 1024 * 1024,
    waiting: 128,
    waitingEach: 32,
    waitMs: 10_000,
    /** How long its client may take to read one. */
    sendMs: 60_000,
  },
  idempotency: { keptSeconds: 24 * 3_600, runSeconds: 30 },
  uploads: {
    atOnce: 32,
    /** Of one caller. */
    atOnceEach: 4,
    /** From one body begun to the next, and how many may wait for that. */
    everyMs: 60,
    waiting: 128,
    files: 4,
    parts: 30,
    fieldBytes: 64 * 1024,
    overheadBytes: 256 * 1024,
  },
  images: {
    pixels: 25_000_000,
    atOnce: 2,
    waiting: 8,
    startMs: 10_000,
    decodeMs: 10_000,
    /** How long a decoding process without work is kept. */
    idleMs: 10_000,
    /** Several times what the largest picture within bounds takes. */
    workerBytes: 1024 * 1024 * 1024,
    watchEveryMs: 50,
    /** Of a picture as we write it; what would be larger is refused. */
    cleanBytes: 32 * 1024 * 1024,
    /** User and group of decoders if the service is root: in no range that systems give out. */
    uid: 60_715,
  },
  objectStore: {
    callMs: 10_000,
    connectMs: 2_000,
    tries: 2,
    inFlight: 16,
    /** The largest picture, sealed. */
    objectBytes: 33 * 1024 * 1024,
    listItems: 1_000,
    /** What a write that broke off leaves in a folder is swept after this. */
    brokenOffMs: 3_600_000,
  },
  files: {
    urlTtlSeconds: 300,
    /** Fewer than the store takes, so that what is written finds it free. */
    readsAtOnce: 8,
    readsWaiting: 256,
    /** How long after its row a record may take a picture. */
    keepSeconds: 1_800,
    /** How long after its row a picture that no record took is given up. */
    uploadSeconds: 3_600,
    sweepEveryMs: 600_000,
    sweepRows: 100,
    sweepPages: 10,
  },
  callbacks: {
    groupLanes: 3,
    gatherMs: 8,
    waitingItems: 4_000,
    noLeaderWaitMs: 3_000,
    leaderPollMs: 100,
    relayTimeoutMs: 3_000,
    /** From one node to the leader; fewer than one network may have. */
    relayConnections: 256,
    /** How far the clocks of two nodes may be apart, with the request's way between them. */
    relayWindowMs: 30_000,
  },
  database: {
    connectMs: 2_000,
    statementMs: 5_000,
    lockMs: 2_000,
    idleInTransactionMs: 5_000,
    transactionTries: 5,
    poolConnections: 10,
    /** Pause after a channel's listeners were told, in which more is gathered. */
    tellRestMs: 20,
    /** Of statements that come so often a plan is kept, of so many texts that are long enough. */
    planned: { afterTimes: 5, texts: 200, counted: 2_000, leastChars: 60 },
    /** For audits and reports, apart from what users wait for. */
    patient: { connections: 2, statementMs: 120_000 },
    idleMs: 60_000,
    /** Longer than a statement may take: a connection this late is lost, and is destroyed. */
    answerMs: 8_000,
    retryPauseMs: 20,
    migrationWaitMs: 120_000,
    setRows: 10_000,
    causeDepth: 4,
  },
  embeddedDatabase: {
    startMs: 120_000,
    starts: 10,
    startPauseMs: 300,
    stopMs: 15_000,
    leaveMs: 1_000,
    abandonedMs: 60_000,
    watchEveryMs: 500,
    logBytes: 16 * 1024 * 1024,
    logTailBytes: 2_048,
  },
  leader: {
    beatEveryMs: 1_000,
    trustMs: 3_000,
    deadAfterMs: 5_000,
    /** How long a leader may find no connection of its pool that writes. */
    unwrittenMs: 10_000,
    answerMs: 2_000,
    retryMs: 200,
    retryJitterMs: 100,
    urlCacheMs: 250,
  },
  counters: {
    connections: 3,
    answerMs: 2_000,
    sweepEveryMs: 60_000,
    sweepRows: 10_000,
    rules: 500,
    /** Points that are counted by one statement, statements at once, and points that may wait. */
    groupItems: 500,
    lanes: 1,
    waitingItems: 10_000,
    /** How long a key that has nothing left is refused without asking the store again. */
    spentMs: 5_000,
    spentKeys: 20_000,
  },
  inbox: {
    applyTries: 10,
    /** For failures of the database, which tell nothing about the event: days of longest pauses. */
    transientTries: 1_000,
    /** For what may still appear: a day of the longest pauses. */
    laterTries: 300,
    sweepItems: 200,
    sweepEveryMs: 1_000,
    unreadableBytes: 64 * 1024,
  },
  outbound: {
    timeoutMs: 10_000,
    answerBytes: 1024 * 1024,
    inFlight: 64,
    messageChars: 300,
    retryAfterSeconds: 3_600,
    breaker: { failures: 5, windowMs: 10_000, openMs: 5_000 },
  },
  custody: custodyLimits,
  stream: streamLimits,
  trading: tradingLimits,
  venue: venueLimits,
  mail: {
    connections: 4,
    /** For what a person waits for. */
    urgentConnections: 2,
    messagesPerConnection: 100,
    connectMs: 5_000,
    waiting: 200,
  },
  push: { messageBytes: 4_096, tokenLifeSeconds: 3_600, renewBeforeMs: 60_000 },
  captcha: { timeoutMs: 3_000, tokenChars: 4_096, tokenTtlSeconds: 600 },
  inquiries: { nameChars: 255, messageChars: 5_000 },
  messages: { idsAtOnce: 500, readWindowDays: 30 },
  pushTokens: { chars: 4_096, perUser: 20 },
  reconciliation: {
    everyMs: 60_000,
    sandboxEveryMs: 5_000,
    /** A difference that is older is no movement under way. */
    graceMs: 900_000,
    alerts: 100,
    /** Withdrawals that have ended are compared so much later, and once more after that. */
    compareAfterMs: 60_000,
    compareAgainAfterMs: 86_400_000,
    compareItems: 50,
    askAtOnce: 8,
    /** Orders at payd live for a day. */
    ordersAfterMs: 90_000_000,
    orderItems: 10,
    /** How long a withdrawal may be open, may wait for approval, and any money may be frozen. */
    openMs: 3_600_000,
    approvalMs: 86_400_000,
    holdMs: 604_800_000,
    overdueItems: 200,
  },
  ledger: {
    rollUpEveryMs: 5_000,
    rollUpMs: 120_000,
    auditEveryMs: 10_000,
    fullAuditEveryMs: 300_000,
    supplyEveryMs: 10_000,
  },
  jobs: jobLimits,
  /** Of what expired, so many rows at a time; sessions take many rows with them. */
  expiry: { everyMs: 600_000, items: 1_000, families: 50 },
  lists: {
    defaultItems: 20,
    maxItems: 100,
    maxOffset: 10_000,
    /** Twice what can be leafed through; a history that is longer is told to have as many. */
    countedItems: 100_000,
  },
  ...accessLimits,
  /** Who is told to wait where secrets are guessed is told so this late, or up to twice as late. */
  tarpit: { holdMs: 1_000, held: 1_000 },
  tokens: {
    accessTtlSeconds: 900,
    refreshTtlSeconds: 30 * 86_400,
    refreshGraceSeconds: 10,
    verificationTtlSeconds: 3_600,
    resetTtlSeconds: 3_600,
  },
  /**
   * A day's failures are counted for withdrawals; elsewhere that bound is never met. Codes that
   * others may ask for, or that may come late, go on beside the one that was asked for next.
   */
  otp: {
    ttlSeconds: 300,
    windowSeconds: 900,
    daySeconds: 86_400,
    email: { digits: 6, tries: 5, dayTries: 1_000, keepsFormer: true },
    sms: { digits: 6, tries: 5, dayTries: 1_000, keepsFormer: true },
    withdraw: { digits: 4, tries: 3, dayTries: 10, keepsFormer: false },
  },
  operators: {
    sessionTtlSeconds: 8 * 3_600,
    idleSeconds: 1_800,
    passwordMinChars: 12,
    reasonChars: 500,
    /** How long an operator who handled another's credentials is not independent of them. */
    credentialsDays: 30,
    invitationTtlSeconds: 72 * 3_600,
    confirmEveryMs: 60_000,
  },
  /** What many ask at once and is done for all of them together. */
  groups: { items: 200, lanes: 2, waiting: 4_000 },
  withdrawals: withdrawalLimits,
  prices: {
    sandboxEveryMs: 10_000,
    /** One sample of each pair is kept for every so many seconds, for a day. */
    sampleSeconds: 10,
    samplesKeptSeconds: 86_400,
    /** A median of fewer samples than this confirms no price. */
    leastSamples: 30,
  },
  /** Changes of what guards money, which two operators make. */
  guardedChanges: { everyMs: 5_000, items: 20, expiresAfterMinutes: 7 * 1_440 },
  publicSettings: { keysAtOnce: 50, keyChars: 100 },
  transactionIds: { chars: 64, lookupsAMinute: 30 },
  providerLists: { keptSeconds: 30 * 86_400 },
  /** Reads of many users as one statement. */
  sharedReads: { groupItems: 200, lanes: 1, waitingItems: 4_000 },
  wallet: {
    /** How long what is the same for every user may be taken from memory. */
    termsMs: 2_000,
    addressChars: 200,
    addressChecksAMinute: 20,
  },
  histories: {
    statementMs: 2_000,
    /** How long it is remembered where a page ended, and over how many days a search may go. */
    placeSeconds: 900,
    days: 366,
    firstTaxYear: 2009,
    lastTaxYear: 2099,
  },
  taxReport: {
    batchRows: 1_000,
    rows: 1_000_000,
    pdfRows: 20_000,
    /** Of which a node makes a piece at once, the users in turn; the others wait or are read. */
    atOnce: 4,
    /** Reports that are made or read at once: of a node, and of one network (as streams count). */
    open: 100,
    openOfNetwork: 25,
    streamMs: 120_000,
    /** How long a report whose node died keeps its user from another. */
    turnSeconds: 150,
  },
  sharedAnswers: { entries: 500, bodyBytes: 256 * 1024 },
  emails: { maxChars: 255 },
  virtualAccounts: { perUser: 20 },
  qris: { minRupiah: 1, maxRupiah: 10_000_000, lifeHours: 48, windowSeconds: 300, opened: 60 },
  /**
   * What no provider told us of is asked for, with pauses doubled from the first: codes for three
   * days, payouts for ten, orders for two. payd counts such calls.
   */
  asking: {
    everyMs: 10_000,
    items: 30,
    atOnce: 5,
    qris: { firstMs: 300_000, tries: 10 },
    payouts: { firstMs: 900_000, tries: 10 },
    payd: { firstMs: 1_800_000, tries: 7 },
  },
  payd: paydLimits,
  payx: payxLimits,
  cashDeposits: {
    maxRupiah: 999_999_999_999,
    /** A credit of so much alerts every admin. */
    veryLargeRupiah: 1_000_000_000n,
    proofBytes: 8 * 1024 * 1024,
    nameChars: 255,
    bankNameChars: 100,
    numberDigits: 34,
    triesAnHour: 20,
    reasonChars: 500,
  },
  apiKeys: {
    perUser: 20,
    nameChars: 100,
    permissions: 16,
    ips: 20,
    /** How far the time of a signed request may be from ours, either way. */
    windowMs: 5_000,
    /** Longer than any signature is in time, whatever the nodes' clocks make of it. */
    signatureKeptSeconds: 60,
  },
  identity: identityLimits,
  bankAccounts: { perUser: 20, idChars: 32, numberDigits: 34, nameChars: 100, addressChars: 255 },
  watchlist: { pairChars: 50, entries: 1_000 },
  depositDigits: { maxDigits: 9 },
  content: {
    nameChars: 100,
    slugChars: 200,
    titleChars: 200,
    summaryChars: 500,
    bodyChars: 50_000,
    /** Two bodies, whose characters may take several bytes each, and what stands beside them. */
    writtenBytes: 512 * 1024,
    tagChars: 50,
    tags: 20,
    addressChars: 2_000,
    categories: 500,
    banners: 50,
    dictionaryEntries: 500,
  },
  vision: {
    imageBytes: 10 * 1024 * 1024,
    dataBytes: 64 * 1024,
    dataDepth: 20,
    /** More than the data, so that data a little too large is told which field it is. */
    bodyBytes: 256 * 1024,
    days: 30,
  },
  pins: { digits: 6, wrongInARow: 10 },
} as const
