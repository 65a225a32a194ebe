import { useState } from 'react'
import { Confirm, IconButton, useMutation, useTranslation } from '@host/plugin-sdk'
import { listLinks, readLink, type Label } from '../../shared.ts'
import { labelEndpoints, type LabelKind } from './label-endpoints.ts'

/** Deletes a tag or a folder, after a question. */
export function DeleteLabel({ kind, label: { id, name } }: { readonly kind: LabelKind; readonly label: Label }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { remove, list } = labelEndpoints[kind]
  const { mutateAsync } = useMutation(remove, { invalidates: [list, listLinks, readLink] })
  const title = t(`links.labels.${kind}.delete`)
  return (
    <>
      <IconButton
        icon="trash"
        size="compact"
        label={t('links.labels.deleteOf', { name })}
        onClick={() => setAsked(true)}
      />
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={title}
        confirmLabel={title}
        variant="danger"
        onConfirm={() => mutateAsync({ id })}
      >
        {t(`links.labels.${kind}.deleteMeans`, { name })}
      </Confirm>
    </>
  )
}
