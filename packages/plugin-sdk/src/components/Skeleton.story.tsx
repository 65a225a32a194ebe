import { defineStory } from '../gallery/story.ts'
import { LoadingRegion, Skeleton, SkeletonRows } from './Skeleton.tsx'

export const story = defineStory({
  component: 'Skeleton',
  examples: {
    shapes: () => (
      <LoadingRegion className="flex items-center gap-3">
        <Skeleton className="size-8 rounded-full" />
        <Skeleton className="h-4 w-40" />
      </LoadingRegion>
    ),
    'the rows of a list': () => <SkeletonRows rows={3} />,
  },
})
