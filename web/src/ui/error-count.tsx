// Tells a screen reader how many fields a press left to be corrected. One error alone is read with its field, which has the focus.
export function ErrorCount({ count }: { count: number }) {
  return (
    <p role="status" className="sr-only">
      {count > 1 && `${count} fields need your attention.`}
    </p>
  );
}
