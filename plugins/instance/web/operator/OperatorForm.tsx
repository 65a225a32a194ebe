import type { ReactNode } from 'react'
import { Form, useMutation, useToast, useTranslation, type EndpointInput } from '@host/plugin-sdk'
import {
  changeOperatorSettings,
  readOperatorSettings,
  readSignInSettings,
  type OperatorName,
  type OperatorSettingRow,
} from '../../shared.ts'
import { operatorField } from './operator-field.ts'

type Changes = EndpointInput<typeof changeOperatorSettings>

export interface OperatorFormProps {
  readonly title: string
  readonly names: readonly OperatorName[]
  readonly rows: readonly OperatorSettingRow[]
  readonly children?: ReactNode
}

/** Some of the settings, with a save bar. Those of the environment are shown and can't be changed. */
export function OperatorForm({ title, names, rows, children }: OperatorFormProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const own = rows.filter(({ name }) => names.includes(name))
  const { mutateAsync } = useMutation(changeOperatorSettings, {
    invalidates: [readOperatorSettings, readSignInSettings],
    onSuccess: () => toast({ tone: 'positive', title: t('instance.operator.saved') }),
  })
  // A default is a placeholder, so that it stays the default.
  const values = Object.fromEntries(own.map(({ name, value, source }) => [name, source === 'default' ? '' : value]))
  const changesOf = (input: Changes): Changes =>
    Object.fromEntries(
      own
        .filter(({ name, source }) => source !== 'environment' && (input[name] ?? '') !== values[name])
        .map(({ name }) => [name, input[name] === '' ? null : (input[name] ?? null)]),
    )
  return (
    <Form
      source={changeOperatorSettings}
      variant="settings"
      title={title}
      fields={Object.fromEntries(own.map((row) => [row.name, operatorField(row, t)]))}
      values={values}
      onSubmit={(input) => mutateAsync(changesOf(input))}
    >
      {children}
    </Form>
  )
}
