"""The network and how it learns. Needs torch."""

import logging
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from drivers.camera.geometry import NET_INPUT, NO_RANK, NO_SUIT
from drivers.camera.training.frames import Frames

LOG = logging.getLogger(__name__)
BATCH = 128
PACE = 1.5e-3
"""Learning rate. It stays: the running mean settles instead, so that a run may be stopped after any epoch."""
MEMORY = 0.996
"""Of the running mean: about 250 batches."""
SOFTENING = 0.05
"""Label smoothing: keeps the confidence of the unsure away from that of the sure."""


class CardNet(nn.Module):
    """3 x 108 x 60 in, as they come (0..255); out 14 + 5 scores, each head adding up to 1 once trained."""

    def __init__(self, widths: tuple[int, int, int, int] = (16, 24, 40, 64), hidden: int = 96) -> None:
        super().__init__()
        a, b, c, d = widths
        self.eyes = nn.Sequential(
            *(_seeing(3, a, 2), _seeing(a, b), nn.MaxPool2d(2), _seeing(b, c), _seeing(c, c), nn.MaxPool2d(2)),
            *(_seeing(c, d), _seeing(d, d, 2), nn.Flatten(), nn.Linear(d * 7 * 4, hidden), nn.ReLU(), nn.Dropout(0.3)),
        )
        self.rank = nn.Linear(hidden, NO_RANK + 1)
        self.suit = nn.Linear(hidden, NO_SUIT + 1)

    def heads(self, pictures: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Both heads before they are made to add up to 1."""
        found = self.eyes((pictures - 128) * (1 / 64))
        return self.rank(found), self.suit(found)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """What the exported network gives."""
        rank, suit = self.heads(pictures)
        return torch.cat([rank.softmax(1), suit.softmax(1)], 1)


def _seeing(inward: int, outward: int, stride: int = 1) -> nn.Module:
    return nn.Sequential(nn.Conv2d(inward, outward, 3, stride, 1, bias=False), nn.BatchNorm2d(outward), nn.ReLU())


def learned(frames: Frames, epochs: int, seed: int, folder: Path) -> CardNet:
    """The running mean of a network that sees every picture `epochs` times, each time a little different.

    One thread, so that it repeats. What an epoch ended with is kept in `folder`; an interrupted run goes on there, and one of
    fewer epochs is the same as a longer one stopped.
    """
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    net: CardNet = CardNet().to(memory_format=torch.channels_last)
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(MEMORY), use_buffers=True)
    steps = torch.optim.AdamW(net.parameters(), PACE, weight_decay=1e-4)
    kept = {"net": net, "mean": mean, "steps": steps}
    done = max((epoch for epoch in range(1, epochs + 1) if _state(folder, epoch).exists()), default=0)
    if done:
        for name, state in torch.load(_state(folder, done), weights_only=True).items():
            kept[name].load_state_dict(state)
    for epoch in range(done, epochs):
        begun, loss = time.monotonic(), _epoch(net, mean, steps, frames, seed * 1000 + epoch)
        torch.save({name: part.state_dict() for name, part in kept.items()}, _state(folder, epoch + 1))
        LOG.info("epoch %d of %d: loss %.4f, %.0f s", epoch + 1, epochs, loss, time.monotonic() - begun)
    learned_mean: CardNet = mean.module
    learned_mean.eval()
    return learned_mean


def _state(folder: Path, epoch: int) -> Path:
    return folder / f"epoch-{epoch:03d}.pt"


def _epoch(net: CardNet, mean: AveragedModel, steps: torch.optim.AdamW, frames: Frames, seed: int) -> float:
    """Every picture once, in an order of its own; gives back the mean loss."""
    torch.manual_seed(seed)
    shifts, lost = np.random.default_rng(seed), 0.0
    rounds = len(frames.pictures) // BATCH
    pictures = torch.from_numpy(frames.pictures).permute(0, 3, 1, 2)
    net.train()
    for chosen in torch.randperm(len(pictures))[: rounds * BATCH].view(rounds, BATCH):
        batch = _varied(pictures[chosen].float(), shifts).contiguous(memory_format=torch.channels_last)
        loss = _loss(net, batch, torch.from_numpy(frames.ranks)[chosen], torch.from_numpy(frames.suits)[chosen])
        steps.zero_grad()
        loss.backward()
        steps.step()
        mean.update_parameters(net)
        lost += loss.item()
    return lost / rounds


def _loss(net: CardNet, batch: torch.Tensor, ranks: torch.Tensor, suits: torch.Tensor) -> torch.Tensor:
    """How wrong both heads are, computed in half the precision where that is enough."""
    with torch.autocast("cpu", torch.bfloat16):
        rank, suit = net.heads(batch)
    loss_of = nn.CrossEntropyLoss(label_smoothing=SOFTENING)
    return loss_of(rank.float(), ranks) + loss_of(suit.float(), suits)


def _varied(batch: torch.Tensor, shifts: np.random.Generator) -> torch.Tensor:
    """Moved by up to two pixels; other exposure, cast and black level; a tenth without colour."""
    count = len(batch)
    batch = torch.roll(batch, [int(by) for by in shifts.integers(-2, 3, 2)], (2, 3))
    batch = batch * torch.exp(0.15 * torch.randn(count, 1, 1, 1)) * torch.exp(0.05 * torch.randn(count, 3, 1, 1))
    batch = batch + 8 * torch.randn(count, 1, 1, 1)
    grey = (torch.rand(count, 1, 1, 1) < 0.1).float()
    return (batch * (1 - grey) + batch.mean(1, keepdim=True) * grey).clamp(0, 255)


def exported(net: CardNet, file: Path) -> int:
    """Writes `net` as ONNX; gives back how many numbers it holds."""
    sample = torch.zeros(1, 3, NET_INPUT[1], NET_INPUT[0])
    many = {"picture": {0: "n"}, "scores": {0: "n"}}
    names = {"input_names": ["picture"], "output_names": ["scores"], "dynamic_axes": many}
    torch.onnx.export(
        net.to(memory_format=torch.contiguous_format), (sample,), str(file), opset_version=17, dynamo=False, **names
    )
    return sum(numbers.numel() for numbers in net.parameters())
