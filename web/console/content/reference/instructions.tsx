import type { components, paths } from '@tukar/client/operator'
import { TextArea, type Values } from '../../../ui/form.tsx'
import { useTexts } from '../../../ui/language.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { Action, ProposalFields, statedIn } from '../../action.tsx'
import { useRead } from '../../desk.tsx'
import { operators } from '../../session.ts'
import { useOpenProposal, WholeList } from '../parts.tsx'
import { shared } from '../texts.ts'
import { referenceTexts } from './texts.ts'

type Instructions = components['schemas']['StoredInstruction']

export function PaymentInstructions() {
  const t = useTexts(referenceTexts)
  const words = useTexts(shared)
  const all = useRead(['payment-instructions'], (client) =>
    client.get('/operator/api/payment-instructions'),
  )
  return (
    <Loaded query={all}>
      {(rows) => (
        <WholeList
          label={t.instructions}
          rows={rows}
          keyOf={({ bankCode, channel, lang }) => `${bankCode} ${channel} ${lang}`}
          textOf={({ bankCode, channel }) => `${bankCode} ${t.channels[channel]}`}
          columns={[
            { key: 'bank', title: t.bank, cell: ({ bankCode }) => <b>{bankCode}</b> },
            { key: 'channel', title: t.channel, cell: ({ channel }) => t.channels[channel] },
            { key: 'language', title: t.language, cell: ({ lang }) => words.languages[lang] },
            { key: 'actions', title: '', cell: (one) => <EditSteps instructions={one} /> },
            {
              key: 'steps',
              title: t.steps,
              cell: ({ steps }) => (
                <ol className="step-list">
                  {steps.map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
              ),
            },
          ]}
        />
      )}
    </Loaded>
  )
}

const path = '/operator/api/payment-instructions/{bankCode}/{channel}/{lang}'
type Key = paths[typeof path]['put']['parameters']['path']

function EditSteps({ instructions }: Readonly<{ instructions: Instructions }>) {
  const t = useTexts(referenceTexts)
  const words = useTexts(shared)
  const { bankCode, channel, lang, steps } = instructions
  const key: Key = { bankCode, channel, lang }
  const openProposal = useOpenProposal()
  const send = async (values: Values, version: string) => {
    const saved = await operators.put(path, {
      params: { path: key },
      body: {
        steps: (values['steps'] ?? '').split('\n').flatMap((step) => step.trim() || []),
        version,
        ...statedIn(values),
      },
    })
    openProposal(saved)
  }
  return (
    <Action title={words.propose} role="finance" run={send} version={instructions.version}>
      <p>{words.proposeHint}</p>
      <p>
        <b>{bankCode}</b> {t.channels[channel]}, {words.languages[lang]}
      </p>
      <TextArea
        name="steps"
        label={t.steps}
        hint={t.stepsHint}
        rows={12}
        defaultValue={steps.join('\n')}
        required
      />
      <ProposalFields />
    </Action>
  )
}
