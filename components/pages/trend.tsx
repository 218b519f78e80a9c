const [WIDTH, HEIGHT] = [72, 18];

/** Problems per week as a line. Its text says the same to people who can't see it. */
export function Trend({ weeks }: { weeks: readonly number[] }) {
  const most = Math.max(...weeks, 1);
  const step = WIDTH / Math.max(1, weeks.length - 1);
  const points = weeks.map(
    (count, week) => `${round(week * step)},${round(HEIGHT - 1 - (count / most) * (HEIGHT - 2))}`,
  );
  const label = `Problems by week, oldest first: ${weeks.join(", ")}`;
  return (
    <svg
      role="img"
      aria-label={label}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="text-bad"
    >
      <title>{label}</title>
      <polyline points={points.join(" ")} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
