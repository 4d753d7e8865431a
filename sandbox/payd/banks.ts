const bank = (bankCode: string, bankName: string, maxAmountTransfer: string) => ({
  bankCode,
  bankName,
  maxAmountTransfer,
})

/** The banks and wallets that payd can send money to, as it spells them. */
export const banks = [
  bank('002', 'Bank BRI', '50000000'),
  bank('008', 'Bank Mandiri', '50000000'),
  bank('009', 'Bank BNI', '50000000'),
  bank('011', 'Bank Danamon', '50000000'),
  bank('013', 'Bank Permata', '50000000'),
  bank('014', 'Bank BCA', '50000000'),
  bank('016', 'Bank Maybank', '50000000'),
  bank('019', 'Bank Panin', '50000000'),
  bank('022', 'Bank CIMB Niaga', '50000000'),
  bank('028', 'Bank OCBC', '50000000'),
  bank('110', 'Bank BJB', '50000000'),
  bank('147', 'Bank Muamalat', '50000000'),
  bank('200', 'Bank BTN', '50000000'),
  bank('213', 'SMBC Indonesia / Jenius', '50000000'),
  bank('426', 'Bank Mega', '50000000'),
  bank('451', 'Bank Syariah Indonesia', '50000000'),
  bank('490', 'Bank Neo Commerce', '50000000'),
  bank('501', 'blu by BCA Digital', '50000000'),
  bank('523', 'Bank Sahabat Sampoerna', '50000000'),
  bank('535', 'SeaBank', '50000000'),
  bank('542', 'Bank Jago', '50000000'),
  bank('1010', 'OVO', '20000000'),
  bank('1011', 'GoPay', '20000000'),
  bank('1012', 'DANA', '20000000'),
  bank('1013', 'ShopeePay', '20000000'),
] as const
