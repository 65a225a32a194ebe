import { useState } from 'react'
import { Button, ErrorNote, Field, Modal, Select, useMutation, useTranslation } from '@host/plugin-sdk'
import type { MintedToken, Token } from '../shared.ts'
import type { TokenSource } from './token-source.ts'

export interface RotateTokenProps {
  readonly token: Token
  readonly source: TokenSource
  readonly onClose: () => void
  readonly onMinted: (minted: MintedToken) => void
}

const overlaps = ['0', '1', '24', '72', '168'] as const

/** Gives a token a new secret, and says for how long the present one works too. */
export function RotateToken({ token, source, onClose, onMinted }: RotateTokenProps) {
  const { t } = useTranslation()
  const [overlap, setOverlap] = useState<string>('24')
  const { mutate, isPending, error } = useMutation(source.rotate, {
    invalidates: [source.list],
    onSuccess(minted) {
      onClose()
      onMinted(minted)
    },
  })
  const options = overlaps.map((value) => ({
    value: value as string,
    label: value === '0' ? t('api-tokens.atOnce') : t('api-tokens.hours', { count: Number(value) }),
  }))
  const footer = (
    <>
      <Button onClick={onClose}>{t('api-tokens.cancel')}</Button>
      <Button
        calls={source.rotate}
        variant="primary"
        disabled={isPending}
        onClick={() => mutate({ id: token.id, overlapHours: Number(overlap) })}
      >
        {t('api-tokens.rotate')}
      </Button>
    </>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={t('api-tokens.rotateOf', { name: token.name })}
      description={t('api-tokens.rotateHelp')}
      footer={footer}
      size="small"
    >
      <Field label={t('api-tokens.overlap')}>
        <Select value={overlap} options={options} onChange={setOverlap} />
      </Field>
      <ErrorNote error={error} />
    </Modal>
  )
}
