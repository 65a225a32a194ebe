import { Confirm, ConfirmDelete, useMutation, useNavigate, useTranslation } from '@host/plugin-sdk'
import { changeEndpoint, deleteEndpoint, listEndpoints, readEndpoint } from '../../shared.ts'
import { EndpointDialog } from '../form/EndpointDialog.tsx'
import type { EndpointHeaderProps } from './EndpointHeader.tsx'
import { ReplayDialog } from './ReplayDialog.tsx'
import { RotateSecret } from './RotateSecret.tsx'
import { TestDialog } from './TestDialog.tsx'

/** Dialogs of an endpoint. */
export type EndpointDialogName = 'edit' | 'test' | 'replay' | 'rotate' | 'disable' | 'delete'

export interface EndpointDialogsProps extends EndpointHeaderProps {
  readonly open: EndpointDialogName | null
  readonly onClose: () => void
}

/** The dialog that is open, if any. */
export function EndpointDialogs({ endpoint, open, onClose, onReplaying }: EndpointDialogsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id, url, description } = endpoint
  const change = useMutation(changeEndpoint, { invalidates: [readEndpoint, listEndpoints] })
  const remove = useMutation(deleteEndpoint, { invalidates: [listEndpoints], onSuccess: () => navigate('/webhooks') })
  return (
    <>
      {open === 'edit' && <EndpointDialog endpoint={endpoint} onClose={onClose} />}
      {open === 'test' && <TestDialog endpoint={endpoint} onClose={onClose} />}
      {open === 'replay' && <ReplayDialog endpoint={endpoint} onClose={onClose} onReplaying={onReplaying} />}
      <RotateSecret endpoint={endpoint} isAsked={open === 'rotate'} onClose={onClose} />
      <Confirm
        calls={changeEndpoint}
        open={open === 'disable'}
        onClose={onClose}
        title={t('webhooks.disable.title')}
        confirmLabel={t('webhooks.disable.confirm')}
        onConfirm={() => change.mutateAsync({ id, isEnabled: false })}
      >
        {t('webhooks.disable.means')}
      </Confirm>
      <ConfirmDelete
        calls={deleteEndpoint}
        open={open === 'delete'}
        onClose={onClose}
        title={t('webhooks.delete.title')}
        name={description === '' ? (URL.parse(url)?.host ?? url) : description}
        onConfirm={() => remove.mutateAsync({ id })}
      >
        {t('webhooks.delete.means')}
      </ConfirmDelete>
    </>
  )
}
