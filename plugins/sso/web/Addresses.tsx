import { CopyButton, Field, Input, Panel, SettingsFields, useTranslation } from '@host/plugin-sdk'

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
      <SettingsFields>
        {items.map((item) => (
          <AddressField key={item.label} {...item} />
        ))}
      </SettingsFields>
    </Panel>
  )
}

/** One address, to be copied. A host that knows no public address gives its path: the browser knows where it is read. */
export function AddressField({ label, hint, value }: CopiedAddress) {
  const { t } = useTranslation()
  const isPath = value.startsWith('/')
  const address = isPath ? window.location.origin + value : value
  return (
    <Field label={label} hint={isPath ? t('sso.addressGuessed') : hint}>
      <Input value={address} readOnly trailing={<CopyButton value={address} label={label} />} />
    </Field>
  )
}
