import { useTranslation } from '../i18n/useTranslation.ts'
import { IconButton } from './IconButton.tsx'
import { useCopy, type CopyState } from './useCopy.ts'

export interface CopyButtonProps {
  readonly value: string
  /** Label of the button, such as "Copy request id". Default: "Copy". */
  readonly label?: string
}

const icons: Readonly<Record<CopyState, string>> = { idle: 'copy', copied: 'check', failed: 'triangle-alert' }

/**
 * Copies a value and says that it did.
 * @example <CopyButton value={note.id} label={t('notes.copyId')} />
 * @since 1.0.0
 */
export function CopyButton({ value, label }: CopyButtonProps) {
  const { t } = useTranslation()
  const [state, copy] = useCopy()
  return (
    <>
      <IconButton icon={icons[state]} size="compact" label={label ?? t('sdk.copy')} onClick={() => copy(value)} />
      <CopyOutcome state={state} />
    </>
  )
}

/** Says how copying ended to those who do not see the icon change. */
export function CopyOutcome({ state }: { readonly state: CopyState }) {
  const { t } = useTranslation()
  return (
    <output className="sr-only">
      {state === 'copied' && t('sdk.copied')}
      {state === 'failed' && t('sdk.copyFailed')}
    </output>
  )
}
