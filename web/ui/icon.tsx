const paths = {
  markets: 'M4 19V9M10 19V5M16 19v-7M22 19H2',
  trade: 'M4 8h14l-4-4M20 16H6l4 4',
  wallet: 'M3 7h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 7l11-4v4M16 13.5h.01',
  history: 'M12 7v5l3 2M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c.6-4 3.7-6 8-6s7.4 2 8 6',
  copy: 'M9 9h11v11H9zM6 15H4V4h11v2',
  done: 'M5 12l5 5 9-10',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: Readonly<{ name: IconName }>) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
