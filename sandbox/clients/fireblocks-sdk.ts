import assert from 'node:assert/strict'
import { FireblocksSDK, PeerType, TransactionStatus } from 'fireblocks-sdk'
import { type Rig, testSecrets } from '../test-rig.ts'
import type { Call, Client } from './client.ts'

const address = `0x${'cd'.repeat(20)}`
const transfer = (externalTxId: string) => ({
  assetId: 'ETH',
  amount: '0.25',
  source: { type: PeerType.VAULT_ACCOUNT, id: '2' },
  destination: { type: PeerType.ONE_TIME_ADDRESS, oneTimeAddress: { address } },
  externalTxId,
})

type Made = { vault: string; transaction: string; bitcoin: string }

function vaultCalls(sdk: FireblocksSDK, made: Made): readonly Call[] {
  return [
    {
      name: 'createVaultAccount()',
      async run() {
        const options = { idempotencyKey: 'old-one' }
        made.vault = (await sdk.createVaultAccount('Old savings', true, 'r', false, options)).id
        const again = await sdk.createVaultAccount('Old savings', true, 'r', false, options)
        assert.equal(again.id, made.vault)
      },
    },
    {
      name: 'createVaultAsset()',
      async run() {
        made.bitcoin = (await sdk.createVaultAsset(made.vault, 'BTC')).address
        assert.match(made.bitcoin, /^bc1/)
      },
    },
    {
      name: 'generateNewAddress()',
      async run() {
        const added = await sdk.generateNewAddress(made.vault, 'BTC', 'second')
        assert.notEqual(added.address, made.bitcoin)
      },
    },
    {
      name: 'getPaginatedAddresses()',
      async run() {
        const { addresses } = await sdk.getPaginatedAddresses(made.vault, 'BTC', { limit: 5 })
        assert.deepEqual([addresses.length, addresses[0]?.address], [2, made.bitcoin])
      },
    },
    {
      name: 'getDepositAddresses()',
      failsBecause: 'custody has closed this endpoint to every workspace made since March 2024',
      run: () => sdk.getDepositAddresses(made.vault, 'BTC'),
    },
  ]
}

function balanceCalls(sdk: FireblocksSDK, rig: Rig, made: Made): readonly Call[] {
  return [
    {
      name: 'updateVaultAccount()',
      async run() {
        assert.equal((await sdk.updateVaultAccount(made.vault, 'Older savings')).id, made.vault)
      },
    },
    {
      name: 'getVaultAccountById()',
      async run() {
        assert.equal((await sdk.getVaultAccountById(made.vault)).name, 'Older savings')
      },
    },
    {
      name: 'getVaultAccountAsset()',
      async run() {
        const deposit = { address: made.bitcoin, assetId: 'BTC', amount: '0.75' }
        await rig.control('POST', '/custody/deposits', deposit)
        assert.equal((await sdk.getVaultAccountAsset(made.vault, 'BTC')).total, '0.75')
      },
    },
    {
      name: 'getVaultAccountsWithPageInfo()',
      async run() {
        const { accounts } = await sdk.getVaultAccountsWithPageInfo({ nameSuffix: 'savings' })
        assert.deepEqual(
          accounts.map(({ id }) => id),
          [made.vault],
        )
      },
    },
    {
      name: 'getVaultAssetsBalance()',
      async run() {
        const balances = await sdk.getVaultAssetsBalance({})
        assert.deepEqual(
          balances.map(({ id, total }) => [id, total]),
          [['BTC', '0.75']],
        )
      },
    },
    {
      name: 'getSupportedAssets()',
      async run() {
        const assets = await sdk.getSupportedAssets()
        assert.ok(assets.some(({ id, type }) => id === 'TRX_USDT_S2UZ' && type === 'TRON_TRC20'))
      },
    },
  ]
}

function askingCalls(sdk: FireblocksSDK): readonly Call[] {
  return [
    {
      name: 'estimateFeeForTransaction()',
      async run() {
        const { medium } = await sdk.estimateFeeForTransaction(transfer('estimated'))
        assert.equal(medium.networkFee, '0.0004')
      },
    },
    {
      name: 'getFeeForAsset()',
      async run() {
        assert.equal((await sdk.getFeeForAsset('BTC')).medium.feePerByte, '5')
      },
    },
    {
      name: 'validateAddress()',
      async run() {
        assert.equal((await sdk.validateAddress('XRP', 'nowhere')).isValid, false)
      },
    },
  ]
}

function transactionCalls(sdk: FireblocksSDK, rig: Rig, made: Made): readonly Call[] {
  return [
    {
      name: 'createTransaction()',
      async run() {
        await rig.control('POST', '/custody/pace', { auto: false })
        const options = { idempotencyKey: 'old-pay' }
        const sent = await sdk.createTransaction(transfer('old-1'), options)
        made.transaction = sent.id
        const again = await sdk.createTransaction(transfer('old-1'), options)
        assert.equal(again.id, sent.id)
      },
    },
    {
      name: 'getTransactionById()',
      async run() {
        const { status } = await sdk.getTransactionById(made.transaction)
        assert.equal(status, TransactionStatus.SUBMITTED)
      },
    },
    {
      name: 'getTransactionByExternalTxId()',
      async run() {
        assert.equal((await sdk.getTransactionByExternalTxId('old-1')).id, made.transaction)
      },
    },
    {
      name: 'cancelTransactionById()',
      async run() {
        assert.equal((await sdk.cancelTransactionById(made.transaction)).success, true)
      },
    },
    {
      name: 'getTransactions()',
      async run() {
        const cancelled = await sdk.getTransactions({ status: TransactionStatus.CANCELLED })
        assert.deepEqual(
          cancelled.map(({ id }) => id),
          [made.transaction],
        )
      },
    },
    {
      name: 'getTransactionsWithPageInfo()',
      async run() {
        const first = await sdk.getTransactionsWithPageInfo({ limit: 1 })
        const { nextPage } = first.pageDetails
        const next = await sdk.getTransactionsWithPageInfo(undefined, nextPage)
        assert.notEqual(next.transactions[0]?.id, first.transactions[0]?.id)
        assert.notEqual(next.pageDetails.prevPage, '')
      },
    },
  ]
}

function webhookCalls(sdk: FireblocksSDK, made: Made): readonly Call[] {
  return [
    {
      name: 'resendWebhooks()',
      async run() {
        assert.equal((await sdk.resendWebhooks()).webhooksCount, undefined)
      },
    },
    {
      name: 'resendTransactionWebhooksById()',
      run: () => sdk.resendTransactionWebhooksById(made.transaction, true, true),
    },
  ]
}

export const fireblocksSdk: Client = {
  package: 'fireblocks-sdk',
  emulator: 'custody',
  setUp: 'Its `apiBaseUrl` is `/custody` of the sandbox.',
  calls(rig) {
    const { custodyApiKey, custodyKey } = testSecrets
    const sdk = new FireblocksSDK(custodyKey, custodyApiKey, `${rig.sandbox.url}/custody`)
    const made = { vault: '', transaction: '', bitcoin: '' }
    return [
      ...vaultCalls(sdk, made),
      ...balanceCalls(sdk, rig, made),
      ...askingCalls(sdk),
      ...transactionCalls(sdk, rig, made),
      ...webhookCalls(sdk, made),
    ]
  },
}
