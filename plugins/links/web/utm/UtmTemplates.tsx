import { useState } from 'react'
import { Button, Confirm, EmptyState, MenuItem, Modal, RowMenu, useMutation, useTranslation } from '@host/plugin-sdk'
import { deleteUtmTemplate, linkLimits, listUtmTemplates, utmFields, type UtmTemplate } from '../../shared.ts'
import { UtmTemplateForm } from './UtmTemplateForm.tsx'

export interface UtmTemplatesProps {
  readonly templates: readonly UtmTemplate[]
  readonly onClose: () => void
}

/** The UTM templates of the workspace: each can be changed and deleted, and new ones created. */
export function UtmTemplates({ templates, onClose }: UtmTemplatesProps) {
  const { t } = useTranslation()
  /** `undefined` shows the list. */
  const [edited, setEdited] = useState<UtmTemplate | 'new'>()
  const back = () => setEdited(undefined)
  return (
    <Modal open onClose={onClose} title={t('links.utm.templates')} description={t('links.utm.templatesHelp')}>
      {edited === undefined ? (
        <TemplateList templates={templates} onEdit={setEdited} />
      ) : (
        <UtmTemplateForm template={edited === 'new' ? undefined : edited} onDone={back} />
      )}
    </Modal>
  )
}

interface TemplateListProps {
  readonly templates: readonly UtmTemplate[]
  readonly onEdit: (edited: UtmTemplate | 'new') => void
}

function TemplateList({ templates, onEdit }: TemplateListProps) {
  const { t } = useTranslation()
  const [doomed, setDoomed] = useState<UtmTemplate>()
  return (
    <div className="flex flex-col gap-4">
      {templates.length === 0 ? (
        <EmptyState title={t('links.utm.none')}>{t('links.utm.noneHelp')}</EmptyState>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {templates.map((template) => (
            <li key={template.id} className="group flex items-center gap-2 py-2">
              <TemplateRow template={template} onEdit={onEdit} onDelete={setDoomed} />
            </li>
          ))}
        </ul>
      )}
      {templates.length < linkLimits.utmTemplates && (
        <Button variant="primary" icon="plus" className="self-end" onClick={() => onEdit('new')}>
          {t('links.utm.create')}
        </Button>
      )}
      <DeleteTemplate template={doomed} onClose={() => setDoomed(undefined)} />
    </div>
  )
}

interface TemplateRowProps extends Pick<TemplateListProps, 'onEdit'> {
  readonly template: UtmTemplate
  readonly onDelete: (template: UtmTemplate) => void
}

function TemplateRow({ template, onEdit, onDelete }: TemplateRowProps) {
  const { t } = useTranslation()
  const { name } = template
  const values = utmFields.map((field) => template[field]).filter((value) => value !== '')
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-muted">{values.join(' · ')}</span>
      </span>
      <RowMenu name={name}>
        <MenuItem icon="pencil" onSelect={() => onEdit(template)}>
          {t('links.utm.edit')}
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={() => onDelete(template)}>
          {t('links.utm.delete')}
        </MenuItem>
      </RowMenu>
    </>
  )
}

interface DeleteTemplateProps {
  readonly template: UtmTemplate | undefined
  readonly onClose: () => void
}

function DeleteTemplate({ template, onClose }: DeleteTemplateProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(deleteUtmTemplate, { invalidates: [listUtmTemplates] })
  return (
    <Confirm
      open={template !== undefined}
      onClose={onClose}
      title={t('links.utm.delete')}
      confirmLabel={t('links.utm.delete')}
      variant="danger"
      onConfirm={() => mutateAsync({ id: template?.id ?? '' })}
    >
      {t('links.utm.deleteMeans', { name: template?.name ?? '' })}
    </Confirm>
  )
}
