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

/** Every bound of the service that is not a setting. Each name ends with its unit. */
export const limits = {
  http: httpLimits,
  pages: pageLimits,
  /** Responses of megabytes, from before they are made until the client has read them. */
  largeAnswers: {
    bytes: 128 * 1024 * 1024,
    /** Per network; enough for the largest picture. */
    bytesEach: 32 * 1024 * 1024,
    /** The least that a response counts as, which bounds the number of small ones. */
    leastBytes: 1024 * 1024,
    waiting: 128,
    waitingEach: 32,
    waitMs: 10_000,
    /** How long a client may take to read one. */
    sendMs: 60_000,
  },
  idempotency: { keptSeconds: 24 * 3_600, runSeconds: 30 },
  uploads: {
    atOnce: 32,
    /** Per caller. */
    atOnceEach: 4,
    /** Interval between the starts of two bodies, and how many may wait for it. */
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
    /** How long an idle decoding process is kept. */
    idleMs: 10_000,
    /** Several times what the largest picture within bounds takes. */
    workerBytes: 1024 * 1024 * 1024,
    watchEveryMs: 50,
    /** Bound of a picture as the service writes it; larger ones are refused. */
    cleanBytes: 32 * 1024 * 1024,
    /**
     * User and group of decoders if the service is root; outside of the ranges that systems assign.
     */
    uid: 60_715,
  },
  objectStore: {
    callMs: 10_000,
    connectMs: 2_000,
    tries: 2,
    inFlight: 16,
    /** The largest picture, encrypted. */
    objectBytes: 33 * 1024 * 1024,
    listItems: 1_000,
    /** Remains of an interrupted write are removed from a folder after this. */
    brokenOffMs: 3_600_000,
  },
  files: {
    urlTtlSeconds: 300,
    /** Fewer than the store allows, so that writes always find a free slot. */
    readsAtOnce: 8,
    readsWaiting: 256,
    /** How long after its row a record may attach a picture. */
    keepSeconds: 1_800,
    /** How long after its row an unattached picture is deleted. */
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
    /** Tolerated clock difference between two nodes, including the request's transit time. */
    relayWindowMs: 30_000,
  },
  database: {
    connectMs: 2_000,
    statementMs: 5_000,
    lockMs: 2_000,
    idleInTransactionMs: 5_000,
    transactionTries: 5,
    poolConnections: 10,
    /** Pause after a notification on a channel, during which further ones are merged. */
    tellRestMs: 20,
    /** Prepared statements: minimum uses, cache size, texts counted, minimum length. */
    planned: { afterTimes: 5, texts: 200, counted: 2_000, leastChars: 60 },
    /** For audits and reports, separate from users' requests. */
    patient: { connections: 2, statementMs: 120_000 },
    idleMs: 60_000,
    /** Longer than any statement may take: a connection this late is lost and is destroyed. */
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
    /** How long a leader may go without a successful write through its pool. */
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
    /** Points counted by one statement, concurrent statements, and points that may wait. */
    groupItems: 500,
    lanes: 1,
    waitingItems: 10_000,
    /** How long an exhausted key is refused without a query to the store. */
    spentMs: 5_000,
    spentKeys: 20_000,
  },
  inbox: {
    applyTries: 10,
    /**
     * For failures of the database, which are not the event's fault: days of the longest pauses.
     */
    transientTries: 1_000,
    /** For references that may still appear: a day of the longest pauses. */
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
    /** For mails that a person waits for. */
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
    /** An older difference is not a movement under way. */
    graceMs: 900_000,
    alerts: 100,
    /** Ended withdrawals are compared after this delay, and once more after the second. */
    compareAfterMs: 60_000,
    compareAgainAfterMs: 86_400_000,
    compareItems: 50,
    askAtOnce: 8,
    /** Orders at payd live for a day. */
    ordersAfterMs: 90_000_000,
    orderItems: 10,
    /**
     * How long a withdrawal may be open or await approval, and money may be frozen, without an
     * alert.
     */
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
  /**
   * Expired rows are deleted in batches of this size; session families take many rows with them.
   */
  expiry: { everyMs: 600_000, items: 1_000, families: 50 },
  lists: {
    defaultItems: 20,
    maxItems: 100,
    maxOffset: 10_000,
    /** Twice the reachable offset; a longer history reports this as its total. */
    countedItems: 100_000,
  },
  ...accessLimits,
  /**
   * Delay of 429 responses on endpoints where secrets are guessed: at least this long, less than
   * twice.
   */
  tarpit: { holdMs: 1_000, held: 1_000 },
  tokens: {
    accessTtlSeconds: 900,
    refreshTtlSeconds: 30 * 86_400,
    refreshGraceSeconds: 10,
    verificationTtlSeconds: 3_600,
    resetTtlSeconds: 3_600,
  },
  /**
   * The bound on a day's failures applies to withdrawals; the others never reach it. Codes that
   * third parties may request, or that may arrive late, stay valid beside the next one.
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
  /** Group commit of requests that many users send at once. */
  groups: { items: 200, lanes: 2, waiting: 4_000 },
  withdrawals: withdrawalLimits,
  prices: {
    sandboxEveryMs: 10_000,
    /** One sample per pair is kept for each interval, for a day. */
    sampleSeconds: 10,
    samplesKeptSeconds: 86_400,
    /** A median of fewer samples than this confirms no price. */
    leastSamples: 30,
  },
  /** Changes of settings that guard money, which need two operators. */
  guardedChanges: { everyMs: 5_000, items: 20, expiresAfterMinutes: 7 * 1_440 },
  publicSettings: { keysAtOnce: 50, keyChars: 100 },
  transactionIds: { chars: 64, lookupsAMinute: 30 },
  providerLists: { keptSeconds: 30 * 86_400 },
  /** Reads of many users as one statement. */
  sharedReads: { groupItems: 200, lanes: 1, waitingItems: 4_000 },
  wallet: {
    /** How long values that are the same for every user may be cached. */
    termsMs: 2_000,
    addressChars: 200,
    addressChecksAMinute: 20,
  },
  histories: {
    statementMs: 2_000,
    /** How long the end of a page is remembered, and the longest span of a search in days. */
    placeSeconds: 900,
    days: 366,
    firstTaxYear: 2009,
    lastTaxYear: 2099,
  },
  taxReport: {
    batchRows: 1_000,
    rows: 1_000_000,
    pdfRows: 20_000,
    /** Pieces of reports that a node makes concurrently; users alternate. */
    atOnce: 4,
    /** Reports being made or read: of a node, and of one network (as streams count). */
    open: 100,
    openOfNetwork: 25,
    streamMs: 120_000,
    /** How long a report whose node died blocks its user's next one. */
    turnSeconds: 150,
  },
  sharedAnswers: { entries: 500, bodyBytes: 256 * 1024 },
  emails: { maxChars: 255 },
  virtualAccounts: { perUser: 20 },
  qris: { minRupiah: 1, maxRupiah: 10_000_000, lifeHours: 48, windowSeconds: 300, opened: 60 },
  /**
   * Polling of codes, payouts and orders that no provider reported on, with pauses doubled from the
   * first: codes for three days, payouts for ten, orders for two. payd counts such calls.
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
    /** A credit of this much alerts every admin. */
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
    /** How far the time of a signed request may differ from ours, either way. */
    windowMs: 5_000,
    /** Longer than any signature is valid, whatever the nodes' clocks say. */
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
    /** Two bodies, whose characters may take several bytes each, and the other fields. */
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
    /** More than the data, so that slightly oversized data gets an error that names its field. */
    bodyBytes: 256 * 1024,
    days: 30,
  },
  pins: { digits: 6, wrongInARow: 10 },
} as const
