import { Form, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { changeHost, listHosts, type LinkHost } from '../../shared.ts'

export interface NotFoundFormProps {
  readonly id: string
  readonly host: LinkHost
  readonly onClose: () => void
}

/** Changes the page that a host shows for unknown slugs. */
export function NotFoundForm({ id, host, onClose }: NotFoundFormProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(changeHost, { invalidates: [listHosts], onSuccess: onClose })
  const { notFoundTitle, notFoundText, notFoundUrl } = host
  const urlHint = t('links.hosts.notFoundUrlHint')
  return (
    <Modal open onClose={onClose} title={t('links.hosts.notFound')} description={t('links.hosts.notFoundHelp')}>
      <Form
        source={changeHost}
        fields={{
          notFoundTitle: { label: t('links.hosts.notFoundTitle'), control: 'text' },
          notFoundText: { label: t('links.hosts.notFoundText'), control: 'textarea' },
          notFoundUrl: { label: t('links.hosts.notFoundUrl'), hint: urlHint, control: 'text' },
        }}
        values={{ notFoundTitle, notFoundText, notFoundUrl }}
        onSubmit={(input) => mutateAsync({ ...input, id })}
        submitLabel={t('links.hosts.save')}
        onCancel={onClose}
      />
    </Modal>
  )
}
