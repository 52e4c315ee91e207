// Offers to load the page again when it takes very long. It appears by CSS alone (base.css), because the script itself may be what does
// not arrive.
export function StillLoading() {
  return (
    <p className="still-loading">
      <span>This is taking longer than usual. </span>
      {/* biome-ignore lint/a11y/useValidAnchor: a button would do nothing without the script */}
      <a
        className="inline-block min-h-11 content-center underline"
        href=""
        onClick={(event) => {
          event.preventDefault(); // the link would lose the address's fragment, which may be a token
          window.location.reload();
        }}
      >
        Load the page again
      </a>
    </p>
  );
}
