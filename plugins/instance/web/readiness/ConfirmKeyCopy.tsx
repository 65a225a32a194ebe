import { useState } from 'react'
import { Button, Confirm, useMutation, useTranslation } from '@host/plugin-sdk'
import { confirmKeyCopy, readReadiness } from '../../shared.ts'

/** Confirms that the encryption key is stored elsewhere. */
export function ConfirmKeyCopy({ keyName }: { readonly keyName: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync } = useMutation(confirmKeyCopy, { invalidates: [readReadiness] })
  return (
    <>
      <Button size="compact" onClick={() => setOpen(true)}>
        {t('instance.readiness.copied')}
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('instance.readiness.keyTitle')}
        confirmLabel={t('instance.readiness.confirm')}
        variant="primary"
        onConfirm={() => mutateAsync({ keyName })}
      >
        <p>{t('instance.readiness.keyMeans')}</p>
        <p className="mt-2">
          <code className="font-mono text-sm break-all">{keyName}</code>
        </p>
      </Confirm>
    </>
  )
}
