type Tab<Key extends string> = Readonly<{ key: Key; title: string; label?: string }>

type TabsProps<Key extends string> = Readonly<{
  label: string
  tabs: readonly Tab<Key>[]
  value: Key
  onChange: (key: Key) => void
}>

/** One of a few views, or one of a few values. */
export const Tabs = <Key extends string>({ label, tabs, value, onChange }: TabsProps<Key>) => (
  <div className="tabs" role="tablist" aria-label={label}>
    {tabs.map(({ key, title, label: spoken }) => (
      <button
        key={key}
        type="button"
        role="tab"
        aria-label={spoken}
        aria-selected={key === value}
        className={key}
        onClick={() => onChange(key)}
      >
        {title}
      </button>
    ))}
  </div>
)
