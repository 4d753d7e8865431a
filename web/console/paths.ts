/** The addresses of pages about one thing, for links between all areas. */

const to =
  (page: string) =>
  (id: string | number): string =>
    `/${page}/${encodeURIComponent(id)}`

export const userPath = to('users')
export const identityPath = to('identities')
export const withdrawalPath = to('withdrawals')
export const claimPath = to('deposits')
export const suspensePath = to('suspense')
export const breakPath = to('breaks')
export const proposalPath = to('proposals')
export const recoveryPath = to('recoveries')
export const orderPath = to('orders')
export const postingPath = to('postings')
export const eventPath = to('inbox')
export const carfReportPath = to('carf-reports')
export const subscriptionPath = to('subscriptions')
export const reportPath = to('regulatory-reports')
export const inquiryPath = to('inquiries')
export const operatorPath = to('operators')
export const holdersPath = to('holders')

const query = (values: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, `${value}`])).toString()

/** A list with filters. */
export const listPath = (
  page: string,
  filters: Readonly<Record<string, string | number>>,
): string => `/${page}?${query(filters)}`

/** The moves of one balance. */
export const statementPath = (user: number, asset: string): string =>
  listPath('statement', { user, asset })
