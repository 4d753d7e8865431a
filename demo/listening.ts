import { Broken } from './broken.ts'
import type { Person, Play } from './play.ts'

export type Heard = Readonly<{ event: string; data: unknown }>

/** Follows a person's stream while `work` runs, which is given all that was heard so far. */
export async function whileListening<Result>(
  { tukar }: Play,
  { token }: Pick<Person, 'token'>,
  work: (heard: readonly Heard[]) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController()
  const answer = await fetch(`${tukar.url}/api/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: over.signal,
  })
  if (answer.status !== 200) throw new Broken(`The stream was answered with ${answer.status}.`)
  const heard: Heard[] = []
  const reading = readInto(heard, answer).catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
  try {
    return await work(heard)
  } finally {
    over.abort()
    await reading
  }
}

async function readInto(heard: Heard[], answer: Response): Promise<void> {
  let rest = ''
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (event !== undefined && data !== undefined) heard.push({ event, data: JSON.parse(data) })
    }
  }
}
