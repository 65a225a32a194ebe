import { useState } from 'react'
import { Button, Confirm, CopyButton, ErrorNote, useMutation, usePermission, useTranslation } from '@host/plugin-sdk'
import {
  listLicenses,
  readLicense,
  resumeLicense,
  revealLicense,
  revokeLicense,
  suspendLicense,
  type LicenseDetails,
} from '../../shared.ts'

/** Shows the keys of a license, and suspends, resumes or revokes it. */
export function LicenseActs({ license: { id, status } }: { readonly license: LicenseDetails }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const canChange = usePermission(revokeLicense)
  const effects = { invalidates: [readLicense, listLicenses] } as const
  const suspend = useMutation(suspendLicense, effects)
  const resume = useMutation(resumeLicense, effects)
  const revoke = useMutation(revokeLicense, effects)
  const reveal = useMutation(revealLicense)
  if (!canChange) return null
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button calls={revealLicense} busy={reveal.isPending} onClick={() => reveal.mutate({ id })}>
          {t('products.licenses.reveal')}
        </Button>
        {status === 'active' && (
          <Button calls={suspendLicense} busy={suspend.isPending} onClick={() => suspend.mutate({ id })}>
            {t('products.licenses.suspend')}
          </Button>
        )}
        {status === 'suspended' && (
          <Button calls={resumeLicense} busy={resume.isPending} onClick={() => resume.mutate({ id })}>
            {t('products.licenses.resume')}
          </Button>
        )}
        {status !== 'revoked' && (
          <Button calls={revokeLicense} variant="danger" onClick={() => setAsked(true)}>
            {t('products.licenses.revoke')}
          </Button>
        )}
      </div>
      <ErrorNote error={suspend.error ?? resume.error ?? reveal.error} />
      {reveal.data !== undefined && <RevealedKeys keys={reveal.data} />}
      <Confirm
        calls={revokeLicense}
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('products.licenses.revokeQuestion')}
        confirmLabel={t('products.licenses.revoke')}
        variant="danger"
        onConfirm={() => revoke.mutateAsync({ id })}
      >
        {t('products.licenses.revokeMeans')}
      </Confirm>
    </div>
  )
}

const keyKinds = ['signedKey', 'shortKey'] as const

interface RevealedKeysProps {
  readonly keys: Readonly<Partial<Record<(typeof keyKinds)[number], string | null>>>
}

function RevealedKeys({ keys }: RevealedKeysProps) {
  const { t } = useTranslation()
  return keyKinds.map((kind) => {
    const key = keys[kind] ?? null
    if (key === null) return null
    const title = t(`products.licenses.${kind}`)
    return (
      <div key={kind} className="flex flex-col gap-1">
        <p className="text-sm text-muted">{title}</p>
        <div className="flex items-start gap-2">
          <code className="min-w-0 flex-1 rounded-control bg-sunken px-2.5 py-2 font-mono text-xs wrap-anywhere">
            {key}
          </code>
          <CopyButton value={key} label={t('products.delivery.copy', { title })} />
        </div>
      </div>
    )
  })
}
