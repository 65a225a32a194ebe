import { Button, Modal, Secret, useTranslation } from '@host/plugin-sdk'
import type { MintedToken } from '../shared.ts'
import { TokenExpiry } from './TokenExpiry.tsx'

export interface TokenSecretProps {
  readonly minted: MintedToken
  readonly onClose: () => void
}

/** The secret of a token, this once. */
export function TokenSecret({ minted, onClose }: TokenSecretProps) {
  const { t } = useTranslation()
  const done = (
    <Button variant="primary" onClick={onClose}>
      {t('api-tokens.saved')}
    </Button>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={t('api-tokens.secretOf', { name: minted.name })}
      description={t('api-tokens.secretHelp')}
      footer={done}
    >
      <Secret once value={minted.token} name={t('api-tokens.theToken')} />
      <p className="mt-3 text-sm text-muted">
        <TokenExpiry token={minted} />
      </p>
    </Modal>
  )
}
