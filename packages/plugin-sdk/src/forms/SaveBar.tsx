import { Button } from '../components/Button.tsx'
import { WithRefusal, type CallingProps } from '../components/WithRefusal.tsx'
import { classNames } from '../components/class-names.ts'
import { useShortcut } from '../commands/useShortcut.ts'
import { useTranslation } from '../i18n/useTranslation.ts'

/** Props of `SaveBar`. */
export interface SaveBarProps extends CallingProps {
  readonly isDirty: boolean
  readonly busy?: boolean
  readonly onSave: () => void
  readonly onDiscard: () => void
}

/**
 * Says that something is unsaved, and saves or discards it; `mod+s` saves too. It takes no room: it floats
 * below the form, in sight at the bottom of the window, so that nothing moves when it appears.
 * @example <SaveBar isDirty={isDirty} busy={save.isPending} onSave={save} onDiscard={discard} />
 * @since 1.0.0
 */
export function SaveBar({ calls, ...props }: SaveBarProps) {
  if (calls === undefined) return <PlainBar {...props} />
  return <WithRefusal calls={calls}>{(reason) => <PlainBar {...props} reason={reason} />}</WithRefusal>
}

interface PlainBarProps extends Omit<SaveBarProps, 'calls'> {
  /** Why it can't be saved. */
  readonly reason?: string | undefined
}

function PlainBar({ isDirty, busy = false, reason, onSave, onDiscard }: PlainBarProps) {
  const { t } = useTranslation()
  useShortcut('mod+s', onSave, { label: t('sdk.form.save'), enabled: isDirty && reason === undefined })
  return (
    <div className="pointer-events-none sticky bottom-0 z-10 -mb-14 flex min-h-14 items-center">
      <div
        role="status"
        className={classNames(
          'flex w-full items-center gap-2 rounded-card',
          isDirty && 'glass pointer-events-auto animate-appear border border-line p-2 pl-4 shadow-float',
        )}
      >
        {isDirty && (
          <>
            <span className="min-w-0 flex-1 truncate text-sm text-muted">{t('sdk.form.changed')}</span>
            <Button disabled={busy} onClick={onDiscard}>
              {t('sdk.form.discard')}
            </Button>
            <Button variant="primary" disabledReason={reason} busy={busy} onClick={onSave}>
              {t('sdk.form.save')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
