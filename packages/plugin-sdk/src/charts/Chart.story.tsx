import { defineStory, type ExampleProps } from '../gallery/story.ts'
import { Chart } from './Chart.tsx'
import type { ChartKind } from './chart-data.ts'

const days = ['11-14', '11-15', '11-16', '11-17', '11-18', '11-19', '11-20']
const counts = [12, 18, 9, 22, 31, 27, 40]

function Single({ say, kind }: ExampleProps & { readonly kind: ChartKind }) {
  const series = [{ label: say('Changes', '更改'), values: counts }]
  return (
    <Chart
      label={say('Changes per day', '每日更改')}
      labelsTitle={say('Day', '日期')}
      kind={kind}
      data={{ labels: days, series }}
    />
  )
}

export const story = defineStory({
  component: 'Chart',
  examples: {
    line: (props) => <Single {...props} kind="line" />,
    area: (props) => <Single {...props} kind="area" />,
    bar: (props) => <Single {...props} kind="bar" />,
    'several series carry their names': ({ say }) => (
      <Chart
        label={say('Mail per day', '每日邮件')}
        labelsTitle={say('Day', '日期')}
        data={{
          labels: days,
          series: [
            { label: say('Received', '已接收'), values: counts },
            { label: say('Sent', '已发送'), values: [4, 8, 6, 10, 12, null, 11] },
          ],
        }}
      />
    ),
    loading: ({ say }) => (
      <Chart label={say('Changes per day', '每日更改')} labelsTitle={say('Day', '日期')} data={undefined} />
    ),
    empty: ({ say }) => (
      <Chart
        label={say('Changes per day', '每日更改')}
        labelsTitle={say('Day', '日期')}
        size="short"
        data={{ labels: [], series: [] }}
        empty={say('No changes yet.', '还没有任何更改。')}
      />
    ),
  },
})
