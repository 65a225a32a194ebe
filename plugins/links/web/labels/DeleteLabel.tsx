import { Confirm, useMutation, useTranslation } from '@host/plugin-sdk'
import { listLinks, readLink, type Label } from '../../shared.ts'
import { labelEndpoints, type LabelKind } from './label-endpoints.ts'

export interface DeleteLabelProps {
  readonly kind: LabelKind
  readonly label: Label
  readonly onClose: () => void
}

/** Confirms that a tag or a folder is deleted. */
export function DeleteLabel({ kind, label: { id, name }, onClose }: DeleteLabelProps) {
  const { t } = useTranslation()
  const { remove, list } = labelEndpoints[kind]
  const { mutateAsync } = useMutation(remove, { invalidates: [list, listLinks, readLink] })
  const title = t(`links.labels.${kind}.delete`)
  return (
    <Confirm
      open
      onClose={onClose}
      title={title}
      confirmLabel={title}
      variant="danger"
      onConfirm={() => mutateAsync({ id })}
    >
      {t(`links.labels.${kind}.deleteMeans`, { name })}
    </Confirm>
  )
}
