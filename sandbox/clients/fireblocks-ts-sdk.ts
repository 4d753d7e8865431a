import assert from 'node:assert/strict'
import { Fireblocks, TransferPeerPathType } from '@fireblocks/ts-sdk'
import { eventually, type Rig, testSecrets } from '../test-rig.ts'
import type { Call, Client } from './client.ts'

const address = `0x${'ab'.repeat(20)}`

function transfer(externalTxId: string) {
  const source = { type: TransferPeerPathType.VaultAccount, id: '1' }
  const destination = {
    type: TransferPeerPathType.OneTimeAddress,
    oneTimeAddress: { address },
  }
  return { assetId: 'ETH', amount: '0.25', source, destination, externalTxId }
}

type Made = { vault: string; transaction: string; bitcoin: string }

function sdkFor(rig: Rig): Fireblocks {
  return new Fireblocks({
    apiKey: testSecrets.custodyApiKey,
    secretKey: testSecrets.custodyKey,
    basePath: `${rig.sandbox.url}/custody/v1`,
  })
}

/** Errors thrown by the SDK carry custody's response. */
const refusedWith = (code: number) => (error: unknown) => {
  const { response } = Object(error)
  assert.equal(Object(response).data?.code, code)
  return true
}

function vaultCalls({ vaults }: Fireblocks, made: Made): readonly Call[] {
  return [
    {
      name: 'vaults.createVaultAccount()',
      async run() {
        const asked = { createVaultAccountRequest: { name: 'Savings' }, idempotencyKey: 'one' }
        const { data } = await vaults.createVaultAccount(asked)
        made.vault = data.id ?? ''
        assert.equal((await vaults.createVaultAccount(asked)).data.id, made.vault)
      },
    },
    {
      name: 'vaults.updateVaultAccount()',
      async run() {
        const updateVaultAccountRequest = { name: 'Cold savings' }
        const asked = { vaultAccountId: made.vault, updateVaultAccountRequest }
        assert.equal((await vaults.updateVaultAccount(asked)).data.name, 'Cold savings')
      },
    },
    {
      name: 'vaults.setVaultAccountAutoFuel()',
      async run() {
        const asked = { vaultAccountId: made.vault, setAutoFuelRequest: { autoFuel: true } }
        assert.equal((await vaults.setVaultAccountAutoFuel(asked)).data.success, true)
      },
    },
    {
      name: 'vaults.hideVaultAccount()',
      run: () => vaults.hideVaultAccount({ vaultAccountId: made.vault }),
    },
    {
      name: 'vaults.getVaultAccount()',
      async run() {
        const { data } = await vaults.getVaultAccount({ vaultAccountId: made.vault })
        const { name, autoFuel, hiddenOnUI } = data
        assert.deepEqual([name, autoFuel, hiddenOnUI], ['Cold savings', true, true])
        const missing = vaults.getVaultAccount({ vaultAccountId: '5' })
        await assert.rejects(missing, refusedWith(1004))
      },
    },
  ]
}

function walletCalls({ vaults }: Fireblocks, made: Made): readonly Call[] {
  const wallet = (assetId: string) => ({ vaultAccountId: made.vault, assetId })
  return [
    {
      name: 'vaults.createVaultAccountAsset()',
      async run() {
        const { data } = await vaults.createVaultAccountAsset(wallet('BTC'))
        made.bitcoin = data.address ?? ''
        assert.match(made.bitcoin, /^bc1/)
        await assert.rejects(vaults.createVaultAccountAsset(wallet('BTC')), refusedWith(1026))
        await vaults.createVaultAccountAsset(wallet('ETH'))
      },
    },
    {
      name: 'vaults.createVaultAccountAssetAddress()',
      async run() {
        const createAddressRequest = { description: 'second' }
        const asked = { ...wallet('BTC'), createAddressRequest }
        const { data } = await vaults.createVaultAccountAssetAddress(asked)
        assert.equal(data.bip44AddressIndex, 1)
      },
    },
    {
      name: 'vaults.getVaultAccountAssetAddressesPaginated()',
      async run() {
        const asked = { ...wallet('BTC'), limit: 1 }
        const first = (await vaults.getVaultAccountAssetAddressesPaginated(asked)).data
        const after = first.paging?.after ?? ''
        assert.equal(first.addresses?.[0]?.address, made.bitcoin)
        const next = await vaults.getVaultAccountAssetAddressesPaginated({ ...asked, after })
        assert.equal(next.data.addresses?.[0]?.description, 'second')
        assert.equal(next.data.paging?.after, undefined)
      },
    },
    {
      name: 'vaults.getVaultAccount() with its wallets',
      async run() {
        const { data } = await vaults.getVaultAccount({ vaultAccountId: made.vault })
        const ids = data.assets?.map(({ id }) => id)
        assert.deepEqual(ids, ['BTC', 'ETH'])
      },
    },
  ]
}

function balanceCalls({ vaults }: Fireblocks, rig: Rig, made: Made): readonly Call[] {
  return [
    {
      name: 'vaults.getVaultAccountAsset()',
      async run() {
        const deposit = { address: made.bitcoin, assetId: 'BTC', amount: '1.5' }
        await rig.control('POST', '/custody/deposits', deposit)
        const asked = { vaultAccountId: made.vault, assetId: 'BTC' }
        const { data } = await vaults.getVaultAccountAsset(asked)
        assert.deepEqual([data.total, data.available, data.pending], ['1.5', '1.5', '0'])
      },
    },
    {
      name: 'vaults.updateVaultAccountAssetBalance()',
      async run() {
        const asked = { vaultAccountId: made.vault, assetId: 'BTC' }
        assert.equal((await vaults.updateVaultAccountAssetBalance(asked)).data.total, '1.5')
      },
    },
    {
      name: 'vaults.getPagedVaultAccounts()',
      async run() {
        await vaults.createVaultAccount({ createVaultAccountRequest: { name: 'Cold spare' } })
        const named = { namePrefix: 'Cold', limit: 1 }
        const first = (await vaults.getPagedVaultAccounts(named)).data
        assert.equal(first.accounts?.[0]?.name, 'Cold spare')
        const after = first.paging?.after ?? ''
        const next = await vaults.getPagedVaultAccounts({ ...named, after })
        assert.equal(next.data.accounts?.[0]?.id, made.vault)
        const rich = await vaults.getPagedVaultAccounts({ assetId: 'BTC', minAmountThreshold: 1 })
        assert.deepEqual(
          rich.data.accounts?.map(({ id }) => id),
          [made.vault],
        )
      },
    },
  ]
}

function sumCalls({ vaults }: Fireblocks, made: Made): readonly Call[] {
  return [
    {
      name: 'vaults.getAssetWallets()',
      async run() {
        const { data } = await vaults.getAssetWallets({ totalAmountLargerThan: 1 })
        assert.deepEqual(
          data.assetWallets?.map(({ vaultId, assetId, total }) => [vaultId, assetId, total]),
          [[made.vault, 'BTC', '1.5']],
        )
      },
    },
    {
      name: 'vaults.getVaultAssets()',
      async run() {
        const { data } = await vaults.getVaultAssets({ accountNamePrefix: 'Cold' })
        assert.deepEqual(
          data.map(({ id, total }) => [id, total]),
          [['BTC', '1.5']],
        )
      },
    },
    {
      name: 'vaults.getVaultBalanceByAsset()',
      async run() {
        const { data } = await vaults.getVaultBalanceByAsset({ assetId: 'BTC' })
        assert.equal(data.total, '1.5')
      },
    },
  ]
}

function assetCalls({ blockchainsAssets, transactions }: Fireblocks): readonly Call[] {
  return [
    {
      name: 'blockchainsAssets.getSupportedAssets()',
      async run() {
        const { data } = await blockchainsAssets.getSupportedAssets()
        const tether = data.find(({ id }) => id === 'USDT_ERC20')
        assert.deepEqual([tether?.nativeAsset, tether?.decimals], ['ETH', 6])
      },
    },
    {
      name: 'blockchainsAssets.listAssets()',
      async run() {
        const first = await blockchainsAssets.listAssets({ assetClass: 'FT', pageSize: 2 })
        assert.equal(first.data.data.length, 2)
        const pageCursor = first.data.next ?? ''
        const next = await blockchainsAssets.listAssets({ assetClass: 'FT', pageCursor })
        assert.deepEqual(
          next.data.data.map(({ legacyId }) => legacyId),
          ['MATIC', 'TRX_USDT_S2UZ'],
        )
      },
    },
    {
      name: 'blockchainsAssets.getAsset()',
      async run() {
        const { data } = await blockchainsAssets.getAsset({ id: 'XRP' })
        assert.equal(data.legacyId, 'XRP')
      },
    },
    {
      name: 'transactions.estimateNetworkFee()',
      async run() {
        const { data } = await transactions.estimateNetworkFee({ assetId: 'BTC' })
        assert.equal(data.medium.feePerByte, '5')
      },
    },
    {
      name: 'transactions.estimateTransactionFee()',
      async run() {
        const transactionRequest = transfer('estimated')
        const { data } = await transactions.estimateTransactionFee({ transactionRequest })
        assert.deepEqual([data.medium.networkFee, data.medium.gasLimit], ['0.0004', '21000'])
      },
    },
    {
      name: 'transactions.validateAddress()',
      async run() {
        const asked = { assetId: 'XRP', address: 'nowhere' }
        assert.equal((await transactions.validateAddress(asked)).data.isValid, false)
      },
    },
  ]
}

function transactionCalls({ transactions }: Fireblocks, rig: Rig, made: Made): readonly Call[] {
  return [
    {
      name: 'transactions.createTransaction()',
      async run() {
        await rig.control('POST', '/custody/pace', { auto: false })
        const asked = { transactionRequest: transfer('pay-1'), idempotencyKey: 'pay-1' }
        const { data } = await transactions.createTransaction(asked)
        made.transaction = data.id ?? ''
        assert.equal(data.status, 'SUBMITTED')
        const again = await transactions.createTransaction(asked)
        assert.equal(again.data.id, made.transaction)
        const { transactionRequest } = asked
        const other = transactions.createTransaction({ transactionRequest })
        await assert.rejects(other, refusedWith(1438))
      },
    },
    {
      name: 'transactions.getTransaction()',
      async run() {
        const { data } = await transactions.getTransaction({ txId: made.transaction })
        assert.deepEqual([data.status, data.destinationAddress], ['SUBMITTED', address])
      },
    },
    {
      name: 'transactions.getTransactionByExternalId()',
      async run() {
        const { data } = await transactions.getTransactionByExternalId({ externalTxId: 'pay-1' })
        assert.equal(data.id, made.transaction)
      },
    },
    {
      name: 'transactions.cancelTransaction()',
      async run() {
        const { data } = await transactions.cancelTransaction({ txId: made.transaction })
        assert.equal(data.success, true)
      },
    },
    {
      name: 'transactions.getTransactions()',
      async run() {
        await transactions.createTransaction({ transactionRequest: transfer('pay-2') })
        const asked = { sourceId: '1', sort: 'ASC', limit: 1 } as const
        const first = await transactions.getTransactions(asked)
        assert.deepEqual(
          first.data.map(({ status }) => status),
          ['CANCELLED'],
        )
        const cursor = new URL(first.headers['next-page'] ?? '').searchParams.get('next') ?? ''
        const next = await transactions.getTransactions({ ...asked, next: cursor })
        assert.deepEqual(
          next.data.map(({ externalTxId }) => externalTxId),
          ['pay-2'],
        )
      },
    },
  ]
}

function webhookCalls({ webhooks }: Fireblocks, rig: Rig): readonly Call[] {
  let txId = ''
  const received = () => rig.service.received.filter(({ body }) => body.includes(txId)).length
  return [
    {
      name: 'webhooks.resendWebhooks()',
      async run() {
        rig.service.answerWith(400)
        const deposit = { address, assetId: 'ETH', amount: '1', versions: [1] }
        const made = await rig.control('POST', '/custody/deposits', deposit)
        txId = String(Object(made.json).id)
        await eventually(() => received() >= 2)
        const { data } = await webhooks.resendWebhooks()
        assert.equal(data.messagesCount, 2)
        rig.service.answerWith(200)
        await eventually(() => received() >= 4)
      },
    },
    {
      name: 'webhooks.resendTransactionWebhooks()',
      async run() {
        const before = received()
        const resendTransactionWebhooksRequest = { resendCreated: true }
        const asked = { txId, resendTransactionWebhooksRequest }
        assert.equal((await webhooks.resendTransactionWebhooks(asked)).data.success, true)
        await eventually(() => received() > before)
      },
    },
  ]
}

export const fireblocksTsSdk: Client = {
  package: '@fireblocks/ts-sdk',
  emulator: 'custody',
  setUp: 'Its `basePath` is `/custody/v1` of the sandbox.',
  calls(rig) {
    const sdk = sdkFor(rig)
    const made = { vault: '', transaction: '', bitcoin: '' }
    return [
      ...vaultCalls(sdk, made),
      ...walletCalls(sdk, made),
      ...balanceCalls(sdk, rig, made),
      ...sumCalls(sdk, made),
      ...assetCalls(sdk),
      ...transactionCalls(sdk, rig, made),
      ...webhookCalls(sdk, rig),
    ]
  },
}
