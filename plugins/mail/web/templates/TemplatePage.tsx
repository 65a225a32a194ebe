import { useState } from 'react'
import {
  Button,
  ConfirmDelete,
  ErrorNote,
  Field,
  HelpLink,
  Input,
  LoadingRegion,
  PageHeader,
  Panel,
  Skeleton,
  Tabs,
  useBreadcrumb,
  useMutation,
  useNavigate,
  useParams,
  usePermission,
  useQuery,
  useToast,
  useTranslation,
  useUnsavedGuard,
} from '@host/plugin-sdk'
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
  templateLanguages,
  writingLimits,
  type Template,
} from '../../shared.ts'
import { TemplatePreview } from './TemplatePreview.tsx'
import { VariantFields } from './VariantFields.tsx'
import { inputOf, textsOf, type TemplateTexts } from './template-texts.ts'

/** A template with its texts in both languages, or a new one. */
export default function TemplatePage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const isNew = id === 'new'
  const { data } = useQuery(readTemplate, { id }, { enabled: !isNew, keepPrevious: false })
  useBreadcrumb(t('mail.templates.title'), '/mail/templates')
  useBreadcrumb(isNew ? t('mail.templates.create') : data?.name)
  if (isNew) return <TemplateEditor template={undefined} />
  if (data === undefined) {
    return (
      <LoadingRegion>
        <Skeleton className="h-96 w-full" />
      </LoadingRegion>
    )
  }
  return <TemplateEditor key={data.updatedAt} template={data} />
}

function TemplateEditor({ template }: { readonly template: Template | undefined }) {
  const { t } = useTranslation()
  const mayChange = usePermission(createTemplate)
  const [texts, setTexts] = useState(() => textsOf(template))
  const [isDirty, setDirty] = useState(false)
  useUnsavedGuard(isDirty)
  function change(part: Partial<TemplateTexts>) {
    setTexts((before) => ({ ...before, ...part }))
    setDirty(true)
  }
  const save = useSave(template, () => setDirty(false))
  const errorAt = (field: string) => save.error?.problem?.errors?.find(({ path }) => path === field)?.message
  return (
    <>
      <PageHeader
        title={template?.name ?? t('mail.templates.create')}
        actions={
          <>
            <HelpLink slug="email-templates" />
            {template !== undefined && mayChange && <DeleteTemplate template={template} />}
          </>
        }
      />
      <div className="flex max-w-3xl flex-col gap-6">
        <Panel>
          <div className="flex flex-col gap-4">
            <NameFields texts={texts} onChange={change} errorAt={errorAt} />
            <Tabs
              label={t('mail.templates.languages')}
              tabs={templateLanguages.map((language) => ({
                id: language,
                label: t(`mail.templates.language.${language}`),
                content: (
                  <VariantFields
                    value={texts[language]}
                    onChange={(next) => change({ [language]: next })}
                    errorAt={(field) => errorAt(field === '' ? language : `${language}.${field}`)}
                  />
                ),
              }))}
            />
            <ErrorNote error={save.error} />
            {mayChange && (
              <Button variant="primary" className="self-end" busy={save.isPending} onClick={() => save.run(texts)}>
                {t('mail.templates.save')}
              </Button>
            )}
          </div>
        </Panel>
        {template !== undefined && !isDirty && <TemplatePreview template={template} />}
      </div>
    </>
  )
}

function useSave(template: Template | undefined, onSaved: () => void) {
  const { t } = useTranslation()
  const toast = useToast()
  const navigate = useNavigate()
  const options = { invalidates: [listTemplates, readTemplate] }
  function onSuccess({ id }: Template) {
    onSaved()
    toast({ tone: 'positive', title: t('mail.templates.saved') })
    if (template === undefined) navigate(`/mail/templates/${id}`, { replace: true, force: true })
  }
  const create = useMutation(createTemplate, { ...options, onSuccess })
  const change = useMutation(changeTemplate, { ...options, onSuccess })
  const used = template === undefined ? create : change
  function run(texts: TemplateTexts) {
    const input = inputOf(texts)
    if (template === undefined) create.mutate(input)
    else change.mutate({ ...input, id: template.id })
  }
  return { run, error: used.error, isPending: used.isPending }
}

interface NameFieldsProps {
  readonly texts: TemplateTexts
  readonly onChange: (part: Partial<TemplateTexts>) => void
  readonly errorAt: (field: string) => string | undefined
}

function NameFields({ texts, onChange, errorAt }: NameFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('mail.templates.name')} error={errorAt('name')} required>
        <Input
          name="name"
          value={texts.name}
          maxLength={writingLimits.templateName}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
      <Field label={t('mail.templates.slug')} hint={t('mail.templates.slugHint')} error={errorAt('slug')} required>
        <Input
          name="slug"
          value={texts.slug}
          maxLength={writingLimits.templateKey}
          spellCheck={false}
          onChange={({ target }) => onChange({ slug: target.value })}
        />
      </Field>
    </div>
  )
}

function DeleteTemplate({ template: { id, name } }: { readonly template: Template }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useMutation(deleteTemplate, {
    invalidates: [listTemplates],
    onSuccess: () => navigate('/mail/templates', { force: true }),
  })
  return (
    <>
      <Button icon="trash" onClick={() => setAsking(true)}>
        {t('mail.templates.delete')}
      </Button>
      <ConfirmDelete
        open={isAsking}
        onClose={() => setAsking(false)}
        name={name}
        onConfirm={() => mutateAsync({ id })}
        title={t('mail.templates.delete')}
      >
        {t('mail.templates.deleteMeans')}
      </ConfirmDelete>
    </>
  )
}
