/** The name of a setting or an action, which breaks after its dots and underscores only. */
export const CodeName = ({ name }: Readonly<{ name: string }>) => (
  <code className="quiet">
    {name.split(/(?<=[._])/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name keep their places
      <span key={index}>
        {part}
        <wbr />
      </span>
    ))}
  </code>
)
