import { CopyButton, Field, Input, Panel } from '@host/plugin-sdk'

/** An address to carry somewhere else. */
export interface CopiedAddress {
  readonly label: string
  readonly hint: string
  readonly value: string
}

/** Addresses that are entered at a provider, or handed out. */
export function Addresses({ title, items }: { readonly title: string; readonly items: readonly CopiedAddress[] }) {
  return (
    <Panel title={title}>
      <div className="flex flex-col gap-4">
        {items.map((item) => (
          <AddressField key={item.label} {...item} />
        ))}
      </div>
    </Panel>
  )
}

/** One address, to be copied. */
export function AddressField({ label, hint, value }: CopiedAddress) {
  return (
    <Field label={label} hint={hint}>
      <Input value={value} readOnly trailing={<CopyButton value={value} label={label} />} />
    </Field>
  )
}
