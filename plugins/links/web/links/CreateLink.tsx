import { useState } from 'react'
import {
  Alert,
  Button,
  ButtonLink,
  CopyButton,
  Form,
  Modal,
  useMutation,
  useQuery,
  useTranslation,
  type CustomControl,
  DialogActions,
} from '@host/plugin-sdk'
import { createLink, listHosts, listLinks, type Link, type LinkHost } from '../../shared.ts'
import { TagsInput } from '../labels/TagsInput.tsx'
import { TargetField } from '../utm/TargetField.tsx'

/** Creates a link and shows its address. */
export function CreateLink({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [link, setLink] = useState<Link>()
  const { data: hosts } = useQuery(listHosts)
  const title = link === undefined ? t('links.create') : t('links.ready')
  // The dialog opens with its fields, so that the target has the focus.
  if (hosts === undefined) return null
  return (
    <Modal open onClose={onClose} title={title}>
      {link === undefined ? (
        <CreateForm hosts={hosts.items} onCreated={setLink} onClose={onClose} />
      ) : (
        <Created link={link} onClose={onClose} />
      )}
    </Modal>
  )
}

interface CreateFormProps {
  readonly hosts: readonly LinkHost[]
  readonly onCreated: (link: Link) => void
  readonly onClose: () => void
}

function CreateForm({ hosts, onCreated, onClose }: CreateFormProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(createLink, { invalidates: [listLinks], onSuccess: onCreated })
  const usable = hosts.filter(({ isVerified }) => isVerified)
  const [first] = usable
  if (first === undefined) return <NoHost />
  const options = usable.map(({ host, asciiHost }) => ({ value: asciiHost, label: host }))
  const fields = {
    url: { label: t('links.target'), required: true, render: (control) => <TargetField {...control} /> },
    slug: { label: t('links.slug'), hint: t('links.slugHint'), control: 'text' },
    tags: {
      label: t('links.labels.tags.title'),
      render: (control: CustomControl<string[] | undefined>) => <TagsInput {...control} />,
    },
    ...(options.length > 1 && { host: { label: t('links.host'), control: 'select', options } as const }),
  } as const satisfies Parameters<typeof Form<typeof createLink>>[0]['fields']
  return (
    <Form
      source={createLink}
      fields={fields}
      values={{ host: first.asciiHost }}
      onSubmit={mutateAsync}
      submitLabel={t('links.create')}
      onCancel={onClose}
    />
  )
}

function NoHost() {
  const { t } = useTranslation()
  const link = (
    <ButtonLink to="/links/hosts" size="compact">
      {t('links.hosts.title')}
    </ButtonLink>
  )
  return (
    <Alert title={t('links.hosts.none')} action={link}>
      {t('links.hosts.noneHelp')}
    </Alert>
  )
}

function Created({ link, onClose }: { readonly link: Link; readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex items-center gap-2 font-medium">
        <span className="min-w-0 wrap-anywhere">{link.shortUrl}</span>
        <CopyButton value={link.shortUrl} label={t('links.copy', { name: link.shortUrl })} />
      </p>
      <DialogActions>
        <ButtonLink to={`/links/${link.id}`}>{t('links.edit')}</ButtonLink>
        <Button variant="primary" onClick={onClose}>
          {t('links.done')}
        </Button>
      </DialogActions>
    </div>
  )
}
