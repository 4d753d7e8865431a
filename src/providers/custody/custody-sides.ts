/**
 * Whose place an end of a transfer is. `vault`: the accounts whose balances custody reports to us.
 * `venue`: our accounts at exchanges. `treasury`: other places of our own. `outside`: places
 * of others. `unclear`: custody's word does not tell. `unnamed`: custody names no end.
 */
export type CustodySide = 'vault' | 'venue' | 'treasury' | 'outside' | 'unclear' | 'unnamed'

/** All types of a source or destination in custody's published schema (`TransferPeerPathType`). */
export const custodySides: Readonly<Record<string, CustodySide>> = {
  VAULT_ACCOUNT: 'vault',
  EXCHANGE_ACCOUNT: 'venue',
  CONNECTED_ACCOUNT: 'venue',
  INTERNAL_WALLET: 'treasury',
  FIAT_ACCOUNT: 'treasury',
  GAS_STATION: 'treasury',
  COMPOUND: 'treasury',
  OEC_PARTNER: 'treasury',
  UNKNOWN: 'outside',
  EXTERNAL_WALLET: 'outside',
  ONE_TIME_ADDRESS: 'outside',
  CONTRACT: 'outside',
  NETWORK_CONNECTION: 'outside',
  END_USER_WALLET: 'outside',
  PROGRAM_CALL: 'outside',
  MULTI_DESTINATION: 'unclear',
  WALLET_POOL: 'unclear',
}

export const custodySideOf = (type: string): CustodySide =>
  type === '' ? 'unnamed' : (custodySides[type] ?? 'unclear')
