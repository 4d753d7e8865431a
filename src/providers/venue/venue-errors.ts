import type { Rejected, WhyUnknown } from '../outbound.ts'

type FinalError = 'refused' | 'absent' | 'not-open' | 'wrong-time'
type OpenError = Extract<
  WhyUnknown,
  'connection-lost' | 'login-refused' | 'server-error' | 'throttled' | 'timeout' | 'unreadable'
>

/** The venue's published codes, all of them negative, of calls that had no effect. */
const finalCodes: Readonly<Record<FinalError, readonly number[]>> = {
  absent: [2013, 2026],
  'not-open': [2011],
  'wrong-time': [1021],
  refused: [
    1010, 1013, 1014, 1020, 1100, 1101, 1102, 1103, 1104, 1105, 1106, 1108, 1111, 1112, 1114, 1115,
    1116, 1117, 1118, 1119, 1120, 1121, 1122, 1125, 1127, 1128, 1130, 1134, 1135, 1139, 1145, 1151,
    1158, 1160, 1165, 1166, 1168, 1182, 1194, 1196, 1197, 1198, 1199, 1210, 1211, 1220, 1222, 1223,
    1224, 1225, 2010, 2016, 2035, 2036, 2038, 2039, 2042, 2043,
  ],
}

/**
 * The codes that leave the outcome open, or that do not concern the request. Those of the FIX and
 * SBE interfaces and of replaced orders are `unreadable`, as is any that is not published: no call
 * of ours should get them, so they do not prove that it had no effect.
 */
const openCodes: Readonly<Record<OpenError, readonly number[]>> = {
  'connection-lost': [1001],
  'login-refused': [1002, 1022, 2014, 2015],
  'server-error': [1000, 1006, 1008, 1016],
  throttled: [1003, 1015, 1034],
  timeout: [1007],
  unreadable: [
    1033, 1035, 1152, 1153, 1155, 1161, 1169, 1170, 1171, 1172, 1173, 1174, 1175, 1176, 1177, 1178,
    1179, 1180, 1181, 1183, 1184, 1185, 1186, 1187, 1188, 1189, 1190, 1191, 1221, 2021, 2022,
  ],
}

const byCode = <Class extends string>(
  codes: Readonly<Record<Class, readonly number[]>>,
): ReadonlyMap<string, Class> => {
  const found = new Map<string, Class>()
  for (const kind in codes) for (const code of codes[kind]) found.set(`-${code}`, kind)
  return found
}

const finals = byCode(finalCodes)
const opens = byCode(openCodes)

/**
 * Returns why an error of the venue leaves the outcome open; null if the call had no effect. An
 * order that the venue calls a duplicate is there already, since no two of ours share an id.
 */
export function whyOpen({ code, message }: Rejected): WhyUnknown | null {
  if (!finals.has(code)) return opens.get(code) ?? 'unreadable'
  return /duplicate order/i.test(message) ? 'duplicate' : null
}

const is =
  (wanted: FinalError) =>
  ({ code }: Rejected): boolean =>
    finals.get(code) === wanted

/** Whether the venue does not have the order, or no longer has it. */
export const isUnknownOrder = is('absent')

/** Whether the order is not open, or never existed. */
export const isNotOpen = is('not-open')

/** Whether the venue refused the call's timestamp: our clock differs from its own. */
export const isWrongTime = is('wrong-time')

/** Whether the venue does not have the symbol, or no longer has it. */
export const isUnknownSymbol = ({ code }: Rejected): boolean => code === '-1121'

/** Whether an order breaks one of the bounds of its pair at the venue. */
export const breaksBounds = ({ code }: Rejected): boolean => code === '-1013'
