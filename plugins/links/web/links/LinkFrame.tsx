import { lazy, Suspense, useState, type ReactNode } from 'react'
import {
  Button,
  Confirm,
  CopyButton,
  LoadingRegion,
  PageHeader,
  Skeleton,
  useBreadcrumb,
  useMutation,
  useNavigate,
  useParams,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { deleteLink, listLinks, readLink, type Link } from '../../shared.ts'
import { LinkNotices } from '../guards/LinkNotices.tsx'
import { LinkState } from './LinkState.tsx'
import { LinkTabs } from './LinkTabs.tsx'

const QrDialog = lazy(() => import('../qr/QrDialog.tsx'))

/** The address of a link, above one of its pages. */
export function LinkFrame({ children }: { readonly children: (link: Link) => ReactNode }) {
  const { id = '' } = useParams()
  const { data: link } = useQuery(readLink, { id }, { keepPrevious: false })
  useBreadcrumb(link === undefined ? undefined : `${link.host}/${link.slug}`)
  if (link === undefined) {
    return (
      <LoadingRegion className="flex flex-col gap-4">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-96 w-full" />
      </LoadingRegion>
    )
  }
  return (
    <>
      <LinkHeader link={link} />
      <LinkNotices link={link} />
      <LinkTabs id={link.id} />
      {children(link)}
    </>
  )
}

function LinkHeader({ link }: { readonly link: Link }) {
  const { t } = useTranslation()
  const [isDeleting, setDeleting] = useState(false)
  const [isDrawing, setDrawing] = useState(false)
  const name = `${link.host}/${link.slug}`
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            <a href={link.shortUrl} target="_blank" rel="noreferrer" className="min-w-0 wrap-anywhere hover:underline">
              {name}
            </a>
            <CopyButton value={link.shortUrl} label={t('links.copy', { name })} />
            <LinkState state={link.state} />
          </span>
        }
        actions={
          <>
            <Button icon="qr-code" onClick={() => setDrawing(true)}>
              {t('links.qr.title')}
            </Button>
            <Button icon="trash" onClick={() => setDeleting(true)}>
              {t('links.delete')}
            </Button>
          </>
        }
      />
      {isDrawing && (
        <Suspense>
          <QrDialog link={link} onClose={() => setDrawing(false)} />
        </Suspense>
      )}
      <DeleteLink link={link} isAsked={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}

interface DeleteLinkProps {
  readonly link: Link
  readonly isAsked: boolean
  readonly onClose: () => void
}

function DeleteLink({ link, isAsked, onClose }: DeleteLinkProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutateAsync } = useMutation(deleteLink, {
    invalidates: [listLinks],
    onSuccess: () => navigate('/links'),
  })
  return (
    <Confirm
      open={isAsked}
      onClose={onClose}
      title={t('links.delete')}
      confirmLabel={t('links.delete')}
      variant="danger"
      onConfirm={() => mutateAsync({ id: link.id })}
    >
      {t('links.deleteMeans', { name: `${link.host}/${link.slug}` })}{' '}
      {link.printedAt !== null && t('links.qr.deletesPrinted')}
    </Confirm>
  )
}
