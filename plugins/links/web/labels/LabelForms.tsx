import { Form, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { listLinks, readLink, type Label } from '../../shared.ts'
import { labelEndpoints, type LabelKind } from './label-endpoints.ts'

interface CreateLabelProps {
  readonly kind: LabelKind
  readonly onClose: () => void
}

/** Creates a tag or a folder. */
export function CreateLabel({ kind, onClose }: CreateLabelProps) {
  const { t } = useTranslation()
  const { create, list } = labelEndpoints[kind]
  const { mutateAsync } = useMutation(create, { invalidates: [list], onSuccess: onClose })
  const title = t(`links.labels.${kind}.create`)
  return (
    <Modal open onClose={onClose} title={title} size="small">
      <Form
        source={create}
        fields={{ name: { label: t('links.labels.name'), control: 'text', required: true } }}
        onSubmit={mutateAsync}
        submitLabel={title}
        onCancel={onClose}
      />
    </Modal>
  )
}

/** Renames a tag or a folder. */
export function RenameLabel({ kind, label: { id, name }, onClose }: CreateLabelProps & { readonly label: Label }) {
  const { t } = useTranslation()
  const { rename, list } = labelEndpoints[kind]
  const { mutateAsync } = useMutation(rename, { invalidates: [list, listLinks, readLink], onSuccess: onClose })
  return (
    <Modal open onClose={onClose} title={t('links.labels.renameOf', { name })} size="small">
      <Form
        source={rename}
        fields={{ name: { label: t('links.labels.name'), control: 'text', required: true } }}
        values={{ name }}
        onSubmit={(input) => mutateAsync({ ...input, id })}
        submitLabel={t('links.labels.rename')}
        onCancel={onClose}
      />
    </Modal>
  )
}
