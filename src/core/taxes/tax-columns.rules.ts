/** Columns of both files of taxes: the slip of a user and the month of all users. */
export const partyColumns = {
  collector: ['collectorName', 'collectorAddress', 'collectorNpwp'],
  payer: ['payerName', 'payerAddress', 'payerTaxNumber'],
} as const
