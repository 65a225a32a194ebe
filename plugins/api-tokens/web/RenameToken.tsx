import { Form, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { renameToken, type Token } from '../shared.ts'
import type { TokenSource } from './token-source.ts'

export interface RenameTokenProps {
  readonly token: Token
  readonly source: TokenSource
  readonly onClose: () => void
}

/** Gives a token another name. */
export function RenameToken({ token, source, onClose }: RenameTokenProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(source.rename, { invalidates: [source.list], onSuccess: onClose })
  return (
    <Modal open onClose={onClose} title={t('api-tokens.renameOf', { name: token.name })} size="small">
      <Form
        calls={source.rename}
        source={renameToken.input}
        fields={{ name: { label: t('api-tokens.name') } }}
        values={{ name: token.name }}
        onSubmit={({ name }) => mutateAsync({ id: token.id, name })}
        submitLabel={t('api-tokens.rename')}
        onCancel={onClose}
      />
    </Modal>
  )
}
