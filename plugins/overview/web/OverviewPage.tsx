import { lazy, Suspense, useState } from 'react'
import { Badge, GlassCard, HelpLink, PageHeader, Skeleton, useSession, useTranslation, Widgets } from '@host/plugin-sdk'
import { firstName } from './first-name.ts'

/** Behind the first paint, with the schemas of its calls. */
const ChecklistCard = lazy(async () => ({ default: (await import('./ChecklistCard.tsx')).ChecklistCard }))

/** Overview of the workspace: the first steps, then what its plugins add, and administration last. */
export default function OverviewPage() {
  const { t } = useTranslation()
  const { user, workspace, role } = useSession()
  const [openedAt] = useState(() => new Date())
  return (
    <>
      <PageHeader
        title={t(`overview.greeting.${partOfDay(openedAt)}`, { name: firstName(user.name) })}
        description={t('overview.description', { name: workspace?.name ?? '' })}
        actions={
          <>
            <HelpLink slug="overview" />
            {role !== null && <Badge tone="accent">{t(`overview.role.${role}`)}</Badge>}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Suspense fallback={<PanelSkeleton />}>
          <ChecklistCard loading={<PanelSkeleton />}>
            <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-4">
              <Widgets slot="overview.summary" loading={<SummarySkeleton />} />
            </div>
            <Parts />
          </ChecklistCard>
        </Suspense>
      </div>
    </>
  )
}

/** Shown once each widget has decided whether it appears, so that none moves another. */
function Parts() {
  return (
    <>
      <div className="peer flex flex-col gap-6 has-[[data-undecided]]:hidden lg:flex-row lg:items-start">
        <div className="peer flex min-w-0 flex-col gap-6 empty:hidden lg:flex-2">
          <Widgets slot="overview.main" loading={<PanelSkeleton />} />
        </div>
        <div className="grid min-w-0 grid-cols-1 items-start gap-6 empty:hidden lg:flex-1 lg:peer-empty:grid-cols-2">
          <Widgets slot="overview.aside" loading={<PanelSkeleton />} />
        </div>
      </div>
      <div className="hidden peer-has-[[data-undecided]]:block">
        <PanelSkeleton />
      </div>
    </>
  )
}

/** As high as the widget says, or as a short list. */
function PanelSkeleton() {
  return <Skeleton className="h-full min-h-24 rounded-card" />
}

function SummarySkeleton() {
  return (
    <GlassCard>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-2 h-8.5 w-16" />
      <Skeleton className="mt-1 h-4 w-32" />
    </GlassCard>
  )
}

function partOfDay(now: Date): 'morning' | 'day' | 'evening' | 'night' {
  const hour = now.getHours()
  if (hour < 5 || hour >= 22) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'day' : 'evening'
}
