import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { selfTradeModes } from './symbol-states.ts'
import { connectVenue, type Venue } from './venue.ts'
import { isNotOpen, isUnknownOrder } from './venue-errors.ts'

/** The codes of the venue's published list, with what each proves about the call that gets it. */
const published: Readonly<Record<string, string>> = {
  1000: 'server-error', // UNKNOWN
  1001: 'connection-lost', // DISCONNECTED
  1002: 'login-refused', // UNAUTHORIZED
  1003: 'throttled', // TOO_MANY_REQUESTS
  1006: 'server-error', // UNEXPECTED_RESP
  1007: 'timeout', // TIMEOUT
  1008: 'server-error', // SERVER_BUSY
  1010: 'refused', // ERROR_MSG_RECEIVED
  1013: 'refused', // INVALID_MESSAGE
  1014: 'refused', // UNKNOWN_ORDER_COMPOSITION
  1015: 'throttled', // TOO_MANY_ORDERS
  1016: 'server-error', // SERVICE_SHUTTING_DOWN
  1020: 'refused', // UNSUPPORTED_OPERATION
  1021: 'refused', // INVALID_TIMESTAMP, twice
  1022: 'login-refused', // INVALID_SIGNATURE
  1033: 'unreadable', // COMP_ID_IN_USE, of FIX
  1034: 'throttled', // TOO_MANY_CONNECTIONS
  1035: 'unreadable', // LOGGED_OUT, of FIX
  1100: 'refused', // ILLEGAL_CHARS
  1101: 'refused', // TOO_MANY_PARAMETERS
  1102: 'refused', // MANDATORY_PARAM_EMPTY_OR_MALFORMED
  1103: 'refused', // UNKNOWN_PARAM
  1104: 'refused', // UNREAD_PARAMETERS
  1105: 'refused', // PARAM_EMPTY
  1106: 'refused', // PARAM_NOT_REQUIRED
  1108: 'refused', // PARAM_OVERFLOW
  1111: 'refused', // BAD_PRECISION
  1112: 'refused', // NO_DEPTH
  1114: 'refused', // TIF_NOT_REQUIRED
  1115: 'refused', // INVALID_TIF
  1116: 'refused', // INVALID_ORDER_TYPE
  1117: 'refused', // INVALID_SIDE
  1118: 'refused', // EMPTY_NEW_CL_ORD_ID
  1119: 'refused', // EMPTY_ORG_CL_ORD_ID
  1120: 'refused', // BAD_INTERVAL
  1121: 'refused', // BAD_SYMBOL
  1122: 'refused', // INVALID_SYMBOLSTATUS
  1125: 'refused', // INVALID_LISTEN_KEY
  1127: 'refused', // MORE_THAN_XX_HOURS
  1128: 'refused', // OPTIONAL_PARAMS_BAD_COMBO
  1130: 'refused', // INVALID_PARAMETER
  1134: 'refused', // BAD_STRATEGY_TYPE
  1135: 'refused', // INVALID_JSON
  1139: 'refused', // INVALID_TICKER_TYPE
  1145: 'refused', // INVALID_CANCEL_RESTRICTIONS
  1151: 'refused', // DUPLICATE_SYMBOLS
  1152: 'unreadable', // INVALID_SBE_HEADER
  1153: 'unreadable', // UNSUPPORTED_SCHEMA_ID, of SBE
  1155: 'unreadable', // SBE_DISABLED
  1158: 'refused', // OCO_ORDER_TYPE_REJECTED
  1160: 'refused', // OCO_ICEBERGQTY_TIMEINFORCE
  1161: 'unreadable', // DEPRECATED_SCHEMA, of SBE: the response cannot be encoded
  1165: 'refused', // BUY_OCO_LIMIT_MUST_BE_BELOW
  1166: 'refused', // SELL_OCO_LIMIT_MUST_BE_ABOVE
  1168: 'refused', // BOTH_OCO_ORDERS_CANNOT_BE_LIMIT
  1169: 'unreadable', // INVALID_TAG_NUMBER, of FIX like those up to 1181
  1170: 'unreadable', // TAG_NOT_DEFINED_IN_MESSAGE
  1171: 'unreadable', // TAG_APPEARS_MORE_THAN_ONCE
  1172: 'unreadable', // TAG_OUT_OF_ORDER
  1173: 'unreadable', // GROUP_FIELDS_OUT_OF_ORDER
  1174: 'unreadable', // INVALID_COMPONENT
  1175: 'unreadable', // RESET_SEQ_NUM_SUPPORT
  1176: 'unreadable', // ALREADY_LOGGED_IN
  1177: 'unreadable', // GARBLED_MESSAGE
  1178: 'unreadable', // BAD_SENDER_COMPID
  1179: 'unreadable', // BAD_SEQ_NUM
  1180: 'unreadable', // EXPECTED_LOGON
  1181: 'unreadable', // TOO_MANY_MESSAGES
  1182: 'refused', // PARAMS_BAD_COMBO
  1183: 'unreadable', // NOT_ALLOWED_IN_DROP_COPY_SESSIONS, of FIX like those up to 1191
  1184: 'unreadable', // DROP_COPY_SESSION_NOT_ALLOWED
  1185: 'unreadable', // DROP_COPY_SESSION_REQUIRED
  1186: 'unreadable', // NOT_ALLOWED_IN_ORDER_ENTRY_SESSIONS
  1187: 'unreadable', // NOT_ALLOWED_IN_MARKET_DATA_SESSIONS
  1188: 'unreadable', // INCORRECT_NUM_IN_GROUP_COUNT
  1189: 'unreadable', // DUPLICATE_ENTRIES_IN_A_GROUP
  1190: 'unreadable', // INVALID_REQUEST_ID
  1191: 'unreadable', // TOO_MANY_SUBSCRIPTIONS
  1194: 'refused', // INVALID_TIME_UNIT
  1196: 'refused', // BUY_OCO_STOP_LOSS_MUST_BE_ABOVE
  1197: 'refused', // SELL_OCO_STOP_LOSS_MUST_BE_BELOW
  1198: 'refused', // BUY_OCO_TAKE_PROFIT_MUST_BE_BELOW
  1199: 'refused', // SELL_OCO_TAKE_PROFIT_MUST_BE_ABOVE
  1210: 'refused', // INVALID_PEG_PRICE_TYPE
  1211: 'refused', // INVALID_PEG_OFFSET_TYPE
  1220: 'refused', // SYMBOL_DOES_NOT_MATCH_STATUS
  1221: 'unreadable', // INVALID_SBE_MESSAGE_FIELD
  1222: 'refused', // OPO_WORKING_MUST_BE_BUY
  1223: 'refused', // OPO_PENDING_MUST_BE_SELL
  1224: 'refused', // WORKING_PARAM_REQUIRED
  1225: 'refused', // PENDING_PARAM_NOT_REQUIRED
  2010: 'refused', // NEW_ORDER_REJECTED
  2011: 'not-open', // CANCEL_REJECTED
  2013: 'absent', // NO_SUCH_ORDER
  2014: 'login-refused', // BAD_API_KEY_FMT
  2015: 'login-refused', // REJECTED_MBX_KEY
  2016: 'refused', // NO_TRADING_WINDOW
  2021: 'unreadable', // an order was replaced in part
  2022: 'unreadable', // an order was not replaced
  2026: 'absent', // ORDER_ARCHIVED
  2035: 'refused', // SUBSCRIPTION_ACTIVE
  2036: 'refused', // SUBSCRIPTION_INACTIVE
  2038: 'refused', // ORDER_AMEND_REJECTED
  2039: 'refused', // CLIENT_ORDER_ID_INVALID
  2042: 'refused', // MAXIMUM_SUBSCRIPTION_IDS
  2043: 'refused', // NO_REFERENCE_PRICE
}

let rig: Rig
let venue: Venue
before(async () => {
  rig = await startRig(1_000)
  venue = connectVenue(
    {
      baseUrl: `${rig.sandbox.url}/venue`,
      streamUrl: null,
      marketStreamUrl: null,
      apiKey: testSecrets.venueApiKey,
      apiSecret: testSecrets.venueApiSecret,
      webhookSecrets: [testSecrets.venueWebhookSecret],
      selfTradeModes,
      prices: true,
    },
    { clock: systemClock, log: pino({ level: 'silent' }), random: systemRandom },
  )
})
after(() => rig.close())

/** What our client makes of an error of the venue, as the response to a query of an order. */
async function classOf(code: number, message = 'As the venue words it.'): Promise<string> {
  const times = code === -1021 ? 2 : 1
  await rig.control('POST', '/venue/answers', { code, message, method: 'GET', does: false, times })
  const answer = await venue.findOrder({ symbol: 'BTCIDR', clientOrderId: 'e-1' })
  assert.ok(answer.kind !== 'accepted')
  if (answer.kind === 'unknown') return answer.why
  assert.equal(answer.code, code.toString())
  if (isUnknownOrder(answer)) return 'absent'
  return isNotOpen(answer) ? 'not-open' : 'refused'
}

test('a published error is final only if it proves that the call had no effect', async () => {
  for (const [code, expected] of Object.entries(published)) {
    assert.equal(await classOf(-Number(code)), expected, code)
  }
})

test('an error that the venue has not published leaves the outcome open', async () => {
  for (const code of [-1009, -1099, -2099, -9000]) assert.equal(await classOf(code), 'unreadable')
})

test('a duplicate leaves the outcome open, whatever its code: the order may be there', async () => {
  for (const code of [-1010, -1013, -2010]) {
    assert.equal(await classOf(code, 'Duplicate order sent.'), 'duplicate')
    assert.equal(await classOf(code, 'Market is closed.'), 'refused')
  }
})
