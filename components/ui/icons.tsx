import type { JSX } from "react";

interface IconProps {
  /** Width and height in pixels. */
  size?: number;
  className?: string;
  /** The accessible name and tooltip. Without it, screen readers ignore the icon. */
  label?: string;
}

export type Icon = (props: IconProps) => JSX.Element;

/** Returns a component for a shape of icons.css. It takes the text color around it. */
function icon(shape: string): Icon {
  return function Icon({ size = 14, className, label }) {
    const name = label === undefined ? undefined : { role: "img", title: label };
    return (
      <span
        {...name}
        className={className ? `icon ${shape} ${className}` : `icon ${shape}`}
        style={size === 14 ? undefined : { width: size, height: size }}
      />
    );
  };
}

export const Archive = icon("icon-archive");
export const ArrowDown = icon("icon-arrow-down");
export const ArrowUp = icon("icon-arrow-up");
export const Bot = icon("icon-bot");
export const ChevronDown = icon("icon-chevron-down");
export const Circle = icon("icon-circle");
export const CircleAlert = icon("icon-circle-exclamation-point");
export const CircleCheck = icon("icon-circle-check");
export const CircleHelp = icon("icon-circle-question-mark");
export const CircleSlash = icon("icon-circle-slash");
export const CircleUser = icon("icon-circle-user");
export const Clock = icon("icon-clock");
export const Code = icon("icon-code");
export const Download = icon("icon-download");
export const Ellipsis = icon("icon-ellipsis");
export const ExternalLink = icon("icon-external-link");
export const FileText = icon("icon-file-text");
export const FileX = icon("icon-file-x");
export const GitBranch = icon("icon-git-branch");
export const GitMerge = icon("icon-git-merge");
export const GitPullRequest = icon("icon-git-pull-request");
export const House = icon("icon-house");
export const Inbox = icon("icon-inbox");
export const Info = icon("icon-info");
export const Insights = icon("icon-insights");
export const ListFilter = icon("icon-list-filter");
export const LoaderCircle = icon("icon-loader-circle");
export const MessageCircleQuestion = icon("icon-message-circle-question-mark");
export const Monitor = icon("icon-monitor");
export const Moon = icon("icon-moon");
export const Pencil = icon("icon-pencil");
export const RefreshCw = icon("icon-refresh-cw");
export const Search = icon("icon-search");
export const Send = icon("icon-send");
export const Settings = icon("icon-settings");
export const Sliders = icon("icon-sliders-horizontal");
export const Sun = icon("icon-sun");
export const ThumbsDown = icon("icon-thumbs-down");
export const ThumbsUp = icon("icon-thumbs-up");
export const TriangleAlert = icon("icon-triangle-exclamation-point");
export const Users = icon("icon-users");
export const Vote = icon("icon-vote");
export const X = icon("icon-x");
export const WifiOff = icon("icon-wifi-off");
