import { defineStory } from '../gallery/story.ts'
import { GlassCard } from './GlassCard.tsx'

export const story = defineStory({
  component: 'GlassCard',
  examples: {
    'over what lies below': ({ say }) => (
      <div className="rounded-card bg-accent-soft p-6">
        <GlassCard>
          <p className="font-medium">{say('This week', '本周')}</p>
          <p className="mt-1 text-sm text-muted">
            {say('1,204 clicks on 12 links.', '12 个短链接共有 1,204 次点击。')}
          </p>
        </GlassCard>
      </div>
    ),
  },
})
