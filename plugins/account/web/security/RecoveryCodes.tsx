import { useEffect, useRef } from 'react'
import { Alert, Button, downloadFile, useSession, useToast, useTranslation } from '@host/plugin-sdk'

export interface RecoveryCodesProps {
  readonly codes: readonly string[]
  /** The reader tried to close the dialog before saving the codes. */
  readonly isLeaving: boolean
  readonly onKept: () => void
}

/** Recovery codes, shown this once: to copy, to download or to print. */
export function RecoveryCodes({ codes, isLeaving, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const copy = useCopyWithToast()
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => start.current?.focus(), [])
  const text = [t('account.codes.of', { email: user.email }), '', ...codes, ''].join('\n')
  return (
    <div ref={start} tabIndex={-1} className="flex flex-col gap-4">
      <Alert
        tone={isLeaving ? 'danger' : 'warning'}
        title={t(isLeaving ? 'account.codes.notKept' : 'account.codes.once')}
      >
        {t('account.codes.keep')}
      </Alert>
      <p className="text-sm text-muted">{t('account.codes.of', { email: user.email })}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-card border border-line bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button icon="copy" onClick={() => copy(text)}>
          {t('account.codes.copy')}
        </Button>
        <Button
          icon="download"
          onClick={() => downloadFile(new File([text], 'recovery-codes.txt', { type: 'text/plain' }))}
        >
          {t('account.codes.download')}
        </Button>
        <Button icon="printer" onClick={() => print()}>
          {t('account.codes.print')}
        </Button>
        <Button variant="primary" className="ml-auto" onClick={onKept}>
          {t('account.codes.kept')}
        </Button>
      </div>
    </div>
  )
}

function useCopyWithToast(): (text: string) => void {
  const { t } = useTranslation()
  const toast = useToast()
  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      toast({ tone: 'positive', title: t('account.codes.copied') })
    } catch {
      toast({ tone: 'danger', title: t('sdk.copyFailed') })
    }
  }
  return (text) => void copy(text)
}
