import { Suspense, use, useMemo } from 'react'
import { LookBar } from './LookBar.tsx'
import { loadStory } from './load-story.ts'
import type { ExampleProps, Story } from './story.ts'
import { StoryExamples } from './StoryExamples.tsx'
import type { Look } from './useLook.ts'

export interface StoryPageProps extends ExampleProps {
  readonly component: string
  readonly look: Look
  /** Hides everything except the examples. */
  readonly isBare: boolean
}

/** One component: the examples of its story, in a window of their own when they are to be of a certain width. */
export function StoryPage({ component, look, isBare, say }: StoryPageProps) {
  const loading = useMemo(() => loadStory(component), [component])
  const title = component === '' ? say('Gallery', '组件库') : component
  return (
    <main className="mx-auto w-full max-w-page min-w-0 px-4 py-6 sm:px-8">
      <h1 tabIndex={-1} className="mb-4 text-xl font-semibold">
        {title}
      </h1>
      {!isBare && <LookBar look={look} say={say} />}
      {look.width === 'full' || isBare ? (
        <Suspense>
          <Examples loading={loading} isChosen={component !== ''} say={say} />
        </Suspense>
      ) : (
        <Framed component={component} look={look} />
      )}
    </main>
  )
}

interface ExamplesProps extends ExampleProps {
  readonly loading: Promise<Story | undefined>
  readonly isChosen: boolean
}

function Examples({ loading, isChosen, say }: ExamplesProps) {
  const story = use(loading)
  if (story !== undefined) return <StoryExamples key={story.component} story={story} />
  return (
    <p className="mt-8 text-muted">
      {isChosen
        ? say('No component of this name has a story.', '没有这个名称的组件示例。')
        : say('Choose a component to see every state that it has.', '选择一个组件，查看它的所有状态。')}
    </p>
  )
}

/** A window of its own, so that the widths that style sheets ask about are those of the examples. */
function Framed({ component, look }: Pick<StoryPageProps, 'component' | 'look'>) {
  const query = new URLSearchParams({ ...look, width: 'full', view: 'bare' })
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- it shows this very page
    <iframe
      title={component}
      src={`/gallery/${component}?${query.toString()}`}
      width={look.width}
      className="mt-6 h-[75vh] max-w-full rounded-card border border-line"
    />
  )
}
