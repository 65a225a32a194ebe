import type { ShownWarning } from '@host/platform-api/changesets'
import { Alert } from '../components/Alert.tsx'
import { Field } from '../components/Field.tsx'
import { Input } from '../components/Input.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { Confirmations } from './useConfirmations.ts'

export interface ChangesetWarningsProps {
  readonly warnings: readonly ShownWarning[]
  /** Undefined where the reader confirms nothing. */
  readonly confirmations: Confirmations | undefined
}

/** Keys that a warning names. */
const mostKeys = 5

/** The warnings of a plan; a text to type stands at the first warning that asks for it. */
export function ChangesetWarnings({ warnings, confirmations }: ChangesetWarningsProps) {
  const { t } = useTranslation()
  if (warnings.length === 0) return null
  return (
    <ul aria-label={t('sdk.changeset.warnings')} className="flex flex-col gap-2">
      {warnings.map((warning, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the warnings of a plan never change
        <li key={place}>
          <Alert tone="warning" title={warning.text}>
            <WarningKeys keys={warning.keys ?? []} />
            {confirmations !== undefined &&
              warning.confirm !== undefined &&
              warnings.findIndex(({ confirm }) => confirm === warning.confirm) === place && (
                <ConfirmField wanted={warning.confirm} confirmations={confirmations} />
              )}
          </Alert>
        </li>
      ))}
    </ul>
  )
}

function WarningKeys({ keys }: { readonly keys: readonly string[] }) {
  const { t } = useTranslation()
  if (keys.length === 0) return null
  const others = keys.length - mostKeys
  return (
    <p className="flex flex-wrap gap-x-3">
      {keys.slice(0, mostKeys).map((key) => (
        <code key={key} className="font-mono text-xs wrap-anywhere">
          {key}
        </code>
      ))}
      {others > 0 && <span className="text-xs">{t('sdk.changeset.more', { count: others })}</span>}
    </p>
  )
}

interface ConfirmFieldProps {
  readonly wanted: string
  readonly confirmations: Confirmations
}

function ConfirmField({ wanted, confirmations: { valueOf, type, isMissing, fieldOf } }: ConfirmFieldProps) {
  const { t } = useTranslation()
  return (
    <div className="mt-2 max-w-sm">
      <Field
        label={t('sdk.confirm.typeName', { name: wanted })}
        error={isMissing(wanted) && t('sdk.changeset.typeFirst', { name: wanted })}
      >
        <Input
          ref={fieldOf(wanted)}
          value={valueOf(wanted)}
          onChange={(event) => type(wanted, event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
    </div>
  )
}
