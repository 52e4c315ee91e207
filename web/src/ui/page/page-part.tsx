// A part of a page that loads later. If it cannot be loaded, the rest of the page stays with everything typed into it, and the part can
// be retried.
import { Component, type JSX, type ReactNode, Suspense } from 'react';
import type { LazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { LostNodes } from './lost-node.ts';

interface PagePartProps {
  /** Loads what `children` need; then they are shown again. */
  load: () => Promise<void>;
  fallback: ReactNode;
  children: ReactNode;
}

interface State {
  part: 'shown' | 'failed' | 'loading';
}

/** A class, because React has no other way to catch what a child throws. */
export class PagePart extends Component<PagePartProps, State> {
  override state: State = { part: 'shown' };
  readonly lostNodes = new LostNodes();

  static getDerivedStateFromError(): State {
    return { part: 'failed' };
  }

  override componentDidCatch(error: unknown) {
    if (this.lostNodes.isWorthRepeating(error)) this.setState({ part: 'shown' });
  }

  override render() {
    const { fallback, children } = this.props;
    const { part } = this.state;
    if (part === 'loading') return fallback;
    if (part === 'shown') return <Suspense fallback={fallback}>{children}</Suspense>;
    return (
      <Notice variant="danger" isAnnounced action={<Button onClick={() => void this.loadAgain()}>Try again</Button>}>
        This part of the page could not be loaded. Please check your connection. What you have entered is still here.
      </Notice>
    );
  }

  async loadAgain() {
    this.setState({ part: 'loading' });
    await this.props.load().then(
      () => this.setState({ part: 'shown' }),
      () => this.setState({ part: 'failed' }),
    );
  }
}

/** The component as a part of a page, with what is shown until it has loaded. */
export const asPart =
  <Props extends object>(Later: LazyComponent<Props>, fallback: JSX.Element) =>
  (props: Props) => (
    <PagePart load={Later.load} fallback={fallback}>
      <Later {...props} />
    </PagePart>
  );
