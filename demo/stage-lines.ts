/**
 * What the reader and each stage did, as a table.
 *
 * @module
 */
import { columns } from './columns.ts'
import type { ObservedRead } from './observed-read.ts'

/** Renders one row for the reader and one for each stage. */
export function stageLines({ report, eventsRead, timeMs, views }: ObservedRead): string[] {
  const rows = views.flatMap(({ view, stages }) =>
    stages.map(({ stageName, itemsIn, itemsOut, dropped, timeMs: own }, index) => [
      index === 0 ? view : '',
      stageName,
      counted(itemsIn),
      counted(itemsOut),
      counted(dropped),
      own.toFixed(2),
    ]),
  )
  const again = report.rereadRecords === 0 ? '' : `, ${counted(report.rereadRecords)} of them a second time`
  return [
    ...columns([['view', 'stage', 'in', 'out', 'dropped', 'ms'], ...rows], [2, 3, 4, 5]),
    `One pass over ${counted(report.fileBytes)} bytes, ${timeMs.toFixed(0)} ms. Records in the log: ` +
      `${counted(report.records)}; events given to the stages: ${counted(eventsRead)}${again}.`,
  ]
}

const counted = (count: number): string => count.toLocaleString('en')
