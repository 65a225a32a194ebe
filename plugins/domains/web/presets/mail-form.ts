import type { Preset } from '../../shared.ts'

/** A mail preset. */
export type MailPresetInput = Extract<Preset, { preset: 'mail' }>
type Policy = NonNullable<MailPresetInput['dmarc']>['policy']

/** Values of the dialog; texts may be empty. */
export interface MailForm {
  readonly name: string
  readonly exchanges: readonly { readonly host: string; readonly priority: string }[]
  /** One on each line. */
  readonly senders: string
  readonly policy: Policy | 'no'
  readonly reports: string
  readonly selector: string
  readonly key: string
  readonly algorithm: 'rsa' | 'ed25519'
  readonly stsId: string
  readonly tlsReports: string
}

export const emptyMailForm: MailForm = {
  name: '',
  exchanges: [{ host: '', priority: '10' }],
  senders: '',
  policy: 'none',
  reports: '',
  selector: '',
  key: '',
  algorithm: 'rsa',
  stsId: '',
  tlsReports: '',
}

/** The input of the preset; parts that are empty are left out. */
export function mailInput(form: MailForm): MailPresetInput {
  const { policy, algorithm } = form
  const text = (field: 'name' | 'reports' | 'selector' | 'key' | 'stsId' | 'tlsReports'): string => form[field].trim()
  const senders = form.senders
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const hasKey = text('selector') !== '' || text('key') !== ''
  return {
    preset: 'mail',
    exchanges: form.exchanges.map(({ host, priority }) => ({ host: host.trim(), priority: Number(priority) })),
    ...(text('name') !== '' && { name: text('name') }),
    ...(senders.length > 0 && { senders }),
    ...(policy !== 'no' && { dmarc: { policy, ...(text('reports') !== '' && { reports: text('reports') }) } }),
    ...(hasKey && { dkim: [{ selector: text('selector'), key: text('key'), algorithm }] }),
    ...(text('stsId') !== '' && { mtaSts: { id: text('stsId') } }),
    ...(text('tlsReports') !== '' && { tlsReports: text('tlsReports') }),
  }
}
