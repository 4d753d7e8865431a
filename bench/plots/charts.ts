/** The plots of `docs/performance`, in colours that can be read on a light and a dark page. */
import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { type Figures, type Micros, shownConnections } from './figures.ts'

const ink = '#7d8590'
const colors = ['#4189e8', '#e08a2c', '#2fa56f']

const config: TopLevelSpec['config'] = {
  font: 'sans-serif',
  view: { stroke: null },
  axis: {
    ...{ labelColor: ink, titleColor: ink, titleFontWeight: 'normal', labelFontSize: 11 },
    ...{ gridColor: ink, gridOpacity: 0.25, domainColor: ink, tickColor: ink, titleFontSize: 12 },
  },
  title: { color: ink, fontSize: 13, anchor: 'start', fontWeight: 'normal', offset: 12 },
  legend: { labelColor: ink, titleColor: ink, title: null, orient: 'top', labelFontSize: 12 },
  header: { labelColor: ink, title: null, labelFontSize: 12 },
  range: { category: colors },
  line: { strokeWidth: 2.5, point: { size: 45 } },
}

const base = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  width: 560,
  height: 280,
  background: 'transparent',
  padding: 12,
  config,
} as const

type Spec = TopLevelSpec

const parts = [
  { part: 'service', of: ({ service }: Micros) => service },
  { part: 'PostgreSQL', of: ({ postgres }: Micros) => postgres },
  { part: 'kernel', of: ({ kernel }: Micros) => kernel },
]

const split = (micros: Micros) =>
  parts.map(({ part, of }, place) => ({ part, place, micros: of(micros) }))

const work = { field: 'work', type: 'nominal', sort: null } as const
const part = {
  field: 'part',
  type: 'nominal',
  scale: { domain: parts.map((one) => one.part) },
} as const
const micros = { field: 'micros', type: 'quantitative', title: 'µs per operation' } as const

function connectionsOf({ loads }: Pick<Figures, 'loads'>) {
  const values = [...new Set(loads.map(({ connections }) => connections))]
  return {
    field: 'connections',
    type: 'quantitative',
    title: 'connections',
    scale: { type: 'log', base: 2 },
    axis: { values, format: ',d', grid: false },
  } as const
}

const rate = (figures: Figures): Spec => ({
  ...base,
  title: 'Operations per second',
  data: { values: [...figures.loads] },
  mark: 'line',
  encoding: {
    x: connectionsOf(figures),
    y: { field: 'perSecond', type: 'quantitative', title: null, axis: { format: ',d' } },
    color: work,
  },
})

const latency = (figures: Figures): Spec => ({
  ...base,
  title: 'Latency, 99th percentile, ms',
  data: { values: [...figures.loads] },
  mark: 'line',
  encoding: {
    x: connectionsOf(figures),
    y: {
      ...{ field: 'p99Ms', type: 'quantitative', title: null },
      scale: { type: 'log', nice: true },
      axis: { format: ',~r', values: [0.1, 1, 10, 100, 1_000, 10_000] },
    },
    color: work,
  },
})

const growth = ({ growth: steps }: Figures): Spec => ({
  ...base,
  title: 'Processor time of a credit over the moves stored before',
  data: {
    values: steps.flatMap((step) =>
      split(step.micros).map((one) => ({ ...one, moves: step.moves })),
    ),
  },
  mark: 'line',
  encoding: {
    x: {
      ...{ field: 'moves', type: 'quantitative', title: 'stored moves' },
      scale: { type: 'log', nice: false },
      axis: { format: '.2s', grid: false, values: steps.map(({ moves }) => moves) },
    },
    y: { ...micros, scale: { zero: true } },
    color: part,
  },
})

const processorTime = ({ loads }: Figures): Spec => ({
  ...base,
  height: 150,
  title: `Processor time of an operation over ${shownConnections} connections`,
  data: {
    values: loads
      .filter(({ connections }) => connections === shownConnections)
      .flatMap((load) => split(load.micros).map((one) => ({ ...one, work: load.work }))),
  },
  mark: { type: 'bar', height: 26 },
  encoding: {
    x: micros,
    y: { ...work, title: null, axis: { labelFontSize: 12, ticks: false, domain: false } },
    color: part,
    order: { field: 'place' },
  },
})

const peers = ({ peers: { comparisons } }: Figures): Spec => ({
  ...base,
  height: 60,
  title: 'Processor time of the same work, kernel included',
  data: {
    values: comparisons.flatMap(({ of, ours, peer }) =>
      [
        { who: 'Tukar', ...ours },
        { who: 'by the book', ...peer },
      ].flatMap(({ who, serviceMicros, serverMicros }) => [
        { of, who, part: 'service', place: 0, micros: serviceMicros },
        { of, who, part: 'PostgreSQL', place: 1, micros: serverMicros },
      ]),
    ),
  },
  mark: { type: 'bar', height: 20 },
  encoding: {
    x: micros,
    y: {
      ...{ field: 'who', type: 'nominal', sort: null, title: null },
      axis: { labelFontSize: 12, ticks: false, domain: false },
    },
    row: {
      ...{ field: 'of', type: 'nominal', sort: comparisons.map(({ of }) => of), spacing: 14 },
      header: { labelAngle: 0, labelAlign: 'right', labelOrient: 'left', labelPadding: 4 },
    },
    color: { ...part, scale: { domain: ['service', 'PostgreSQL'] } },
    order: { field: 'place' },
  },
})

const plots = { rate, latency, growth, 'processor-time': processorTime, peers }

const drawn = (spec: Spec): Promise<string> =>
  new View(parse(compile(spec).spec), { renderer: 'none' }).toSVG()

/** Each plot as an SVG, by its name. */
export const drawAll = (figures: Figures): Promise<readonly (readonly [string, string])[]> =>
  Promise.all(
    Object.entries(plots).map(
      async ([name, specOf]) => [name, `${await drawn(specOf(figures))}\n`] as const,
    ),
  )
